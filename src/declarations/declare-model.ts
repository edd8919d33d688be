import { attributeDescription, descriptionOf } from '../schema/description.ts'
import { hasDrafts } from '../schema/models.ts'
import { type Attribute, FILE_UID, type Model } from '../schema/schema.ts'
import { declareField } from './declare-field.ts'
import { declareLink } from './declare-link.ts'
import { docComment, propertyKey, quoted } from './notation.ts'
import { isWriteOnly } from './write-only.ts'

/** `shared`: members with the same type in every model. */
export function declareModel(model: Model, nameOf: (uid: string) => string, shared: readonly string[]): string {
  const shown = [...model.attributes.values()].filter(({ hidden }) => !hidden)
  return [
    ...docComment(descriptionOf(model), ''),
    `export interface ${nameOf(model.uid)} {`,
    `  uid: ${quoted(model.uid)}`,
    `  kind: ${quoted(kindOf(model))}`,
    `  drafts: ${hasDrafts(model)}`,
    ...shared.map((member) => `  ${member}`),
    ...declareAttributes(model, shown, nameOf),
    ...declareWriteOnly(model, nameOf),
    '}',
    '',
  ].join('\n')
}

function declareAttributes(
  model: Model,
  attributes: readonly Attribute[],
  nameOf: (uid: string) => string,
): readonly string[] {
  const fields = attributes.filter((attribute) => attribute.kind === 'scalar')
  const links = attributes.filter((attribute) => attribute.kind !== 'scalar')
  return [
    ...block(model, 'fields', fields, {
      typeOf: (field) => declareField(field, model),
      isOptional: ({ optional }) => optional,
    }),
    ...block(model, 'links', links, {
      typeOf: (link) => declareLink(link, nameOf, model.uid === FILE_UID),
      isOptional: () => false,
    }),
  ]
}

/**
 * Declares private attributes that a body may set. Without them, an entry with a required private attribute could not
 * be created.
 */
function declareWriteOnly(model: Model, nameOf: (uid: string) => string): readonly string[] {
  const attributes = [...model.attributes.values()].filter((attribute) => isWriteOnly(attribute, model))
  if (attributes.length === 0) return []
  const lines = declareAttributes(model, attributes, nameOf).map((line) => line.replace(/^/gm, '  '))
  return ['  writeOnly: {', ...lines, '  }']
}

function kindOf(model: Model): 'collection' | 'single' | 'component' | 'builtIn' {
  if (model.kind === 'component') return 'component'
  if (!model.hasRoutes) return 'builtIn'
  return model.kind === 'singleType' ? 'single' : 'collection'
}

interface Members<A extends Attribute> {
  readonly typeOf: (attribute: A) => string
  /** For attributes whose column some databases lack: then responses lack the key. */
  readonly isOptional: (attribute: A) => boolean
}

function block<A extends Attribute>(
  model: Model,
  name: string,
  attributes: readonly A[],
  { typeOf, isOptional }: Members<A>,
): readonly string[] {
  if (attributes.length === 0) return [`  ${name}: Record<never, never>`]
  const lines = attributes.flatMap((attribute) => [
    ...docComment(attributeDescription(model, attribute.name), '    '),
    `    ${propertyKey(attribute.name)}${isOptional(attribute) ? '?' : ''}: ${typeOf(attribute)}`,
  ])
  return [`  ${name}: {`, ...lines, '  }']
}
