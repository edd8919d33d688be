import { attributeDescription, descriptionOf } from '../schema/description.ts'
import { type Attribute, FILE_UID, type Model, type ScalarAttribute } from '../schema/schema.ts'
import { declareField } from './declare-field.ts'
import { declareLink } from './declare-link.ts'
import { docComment, propertyKey, quoted } from './notation.ts'

/** `localized`: the locales of its entries are known. */
export function declareModel(model: Model, nameOf: (uid: string) => string, localized: boolean): string {
  const shown = [...model.attributes.values()].filter(({ hidden }) => !hidden)
  const fields = shown.filter((attribute) => attribute.kind === 'scalar')
  const links = shown.filter((attribute) => attribute.kind !== 'scalar')
  return [
    ...docComment(descriptionOf(model), ''),
    `export interface ${nameOf(model.uid)} {`,
    `  uid: ${quoted(model.uid)}`,
    `  kind: ${quoted(kindOf(model))}`,
    `  drafts: ${model.kind !== 'component' && model.draftAndPublish}`,
    ...(localized ? ['  locales: Locale'] : []),
    ...block(model, 'fields', fields, (field) => declareField(field, model), isOptional),
    ...block(model, 'links', links, (link) => declareLink(link, nameOf, model.uid === FILE_UID)),
    '}',
    '',
  ].join('\n')
}

function kindOf(model: Model): 'collection' | 'single' | 'component' | 'builtIn' {
  if (model.kind === 'component') return 'component'
  if (!model.hasRoutes) return 'builtIn'
  return model.kind === 'singleType' ? 'single' : 'collection'
}

/** Databases of some versions have no column for it, and answers no key. */
function isOptional({ optional }: ScalarAttribute): boolean {
  return optional
}

function block<A extends Attribute>(
  model: Model,
  name: string,
  attributes: readonly A[],
  declare: (attribute: A) => string,
  optional: (attribute: A) => boolean = () => false,
): readonly string[] {
  if (attributes.length === 0) return [`  ${name}: Record<never, never>`]
  const lines = attributes.flatMap((attribute) => [
    ...docComment(attributeDescription(model, attribute.name), '    '),
    `    ${propertyKey(attribute.name)}${optional(attribute) ? '?' : ''}: ${declare(attribute)}`,
  ])
  return [`  ${name}: {`, ...lines, '  }']
}
