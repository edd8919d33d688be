/** One attribute of a schema file → the model's attribute; null, and a report, when it makes no sense. */

import { isRecord } from '../config/project-config.ts'
import { suggestionOrAll } from '../config/suggestion.ts'
import { ATTRIBUTE_TYPES, scalarType } from './attribute-types.ts'
import { type CustomFields, customFieldType } from './custom-fields.ts'
import { foreignType } from './foreign-names.ts'
import { parseLengths } from './parse-range.ts'
import { parseRelation } from './parse-relation.ts'
import { parseRules } from './parse-rules.ts'
import { type Attribute, FILE_UID, type ScalarAttribute, type ScalarType } from './schema.ts'
import type { AttributeBase, RawAttribute, Report } from './schema-file.ts'

export interface AttributeContext {
  /** Named in `privateAttributes` of the type or of the whole project. */
  isPrivate(name: string): boolean
  readonly collectionName: string
  readonly customFields: CustomFields
  /** For problems that keep the project from being served. */
  readonly report: Report
  /** For an attribute that is not served. */
  readonly leaveOut: Report
  /** For a rule for writes that makes no sense, and is ignored. */
  readonly ignore: Report
}

export function parseAttribute(name: string, raw: unknown, context: AttributeContext): Attribute | null {
  const path = `attributes.${name}`
  if (!isRecord(raw)) {
    context.report(path, 'An attribute must be an object with a type.')
    return null
  }
  const base = {
    name,
    hidden: raw.private === true || raw.type === 'password' || context.isPrivate(name),
    // A conditional attribute cannot be required of every entry: whether it applies depends on other values.
    required: raw.required === true && !isRecord(raw.conditions),
    localized: isLocalized(raw),
    writable: raw.writable !== false,
  }
  switch (raw.type) {
    case 'relation':
      return parseRelation(base, raw, path, context)
    case 'media':
      return { ...base, kind: 'media', target: FILE_UID, toMany: raw.multiple === true }
    case 'component':
      return parseComponentAttribute(base, raw, path, context)
    case 'dynamiczone':
      return parseDynamicZone(base, raw, path, context)
    default:
      return parseScalar(base, raw, path, context)
  }
}

/** Relations and slugs are always localized, whatever the file says. */
function isLocalized({ type, pluginOptions }: RawAttribute): boolean {
  if (type === 'relation' || type === 'uid') return true
  const i18n = isRecord(pluginOptions) ? pluginOptions.i18n : undefined
  return isRecord(i18n) && i18n.localized === true
}

function parseScalar(
  base: AttributeBase,
  raw: RawAttribute,
  path: string,
  context: AttributeContext,
): ScalarAttribute | null {
  const type = typeOf(base.name, raw, path, context)
  if (type === null) return null
  if (type === 'enumeration' && !Array.isArray(raw.enum)) {
    context.report(`${path}.enum`, 'An enumeration must list its values, as in "enum": ["news", "essay"].')
    return null
  }
  return {
    ...base,
    // A custom field may well be stored as a password.
    hidden: base.hidden || type === 'password',
    kind: 'scalar',
    type,
    searchable: raw.searchable !== false,
    columnName: fixedColumn(raw),
    optional: false,
    rules: parseRules(type, raw, path, context.ignore),
  }
}

const fixedColumn = ({ columnName }: RawAttribute) => (typeof columnName === 'string' ? columnName : null)

function typeOf(attribute: string, raw: RawAttribute, path: string, context: AttributeContext): ScalarType | null {
  if (raw.type === 'customField') {
    const { collectionName, customFields, report, leaveOut } = context
    const place = { collectionName, attribute, columnName: fixedColumn(raw) }
    return customFieldType(raw.customField, place, customFields, { report, leaveOut })
  }
  const type = scalarType(raw.type)
  if (type !== undefined) return type
  if (typeof raw.type === 'string') {
    const hint = foreignType(raw.type) ?? suggestionOrAll(raw.type, ATTRIBUTE_TYPES)
    context.report(`${path}.type`, `There is no type "${raw.type}".${hint}`)
  } else {
    context.report(`${path}.type`, `An attribute must have a type.${ofStrapi3(raw)}`)
  }
  return null
}

/** `"model": "author"` and `"collection": "author"` were relations. */
function ofStrapi3({ model, collection }: RawAttribute): string {
  const [relation, target] = typeof model === 'string' ? ['manyToOne', model] : ['oneToMany', collection]
  if (typeof target !== 'string') return ''
  return ` A relation is written "type": "relation", "relation": "${relation}", "target": "api::${target}.${target}".`
}

function parseComponentAttribute(
  base: AttributeBase,
  raw: RawAttribute,
  path: string,
  { report, ignore }: AttributeContext,
): Attribute | null {
  if (typeof raw.component === 'string') {
    const range = parseLengths(raw, path, ignore)
    return { ...base, kind: 'component', target: raw.component, toMany: raw.repeatable === true, ...range }
  }
  report(`${path}.component`, 'A component attribute must name its component, as in "shared.seo".')
  return null
}

const ZONES_HAVE_COMPONENTS = 'A dynamic zone lists its components under "components".'

function parseDynamicZone(
  base: AttributeBase,
  raw: RawAttribute,
  path: string,
  { report, ignore }: AttributeContext,
): Attribute | null {
  const components: unknown = raw.components ?? []
  if (Array.isArray(components) && components.every((item) => typeof item === 'string')) {
    if (raw.component !== undefined) ignore(`${path}.component`, ZONES_HAVE_COMPONENTS)
    const range = parseLengths(raw, path, ignore)
    return { ...base, kind: 'dynamiczone', components: [...new Set<string>(components)], toMany: true, ...range }
  }
  report(`${path}.components`, 'A dynamic zone must list its components, as in ["shared.seo"].')
  return null
}
