import { hasDrafts } from '../schema/models.ts'
import { FILE_UID, type Model, type ScalarAttribute } from '../schema/schema.ts'
import { quoted } from './notation.ts'

export function declareField(field: ScalarAttribute, model: Model): string {
  const values = field.rules.enum.map(quoted).join(' | ')
  const members = [
    `type: ${quoted(typeOf(field, model))}`,
    ...(values === '' ? [] : [`values: ${values}`]),
    ...requirement(field, model),
    ...(field.writable ? [] : ['readonly: true']),
  ]
  return `{ ${members.join('; ')} }`
}

function typeOf({ name, type }: ScalarAttribute, { uid }: Model): string {
  return uid === FILE_UID && name === 'formats' ? 'formats' : type
}

const ENTRY_FIELDS: ReadonlySet<string> = new Set(['id', 'documentId', 'createdAt', 'updatedAt', 'locale'])
const COMPONENT_FIELDS: ReadonlySet<string> = new Set(['id', 'documentId'])
/** Attributes that every stored file has. */
const FILE_FIELDS: ReadonlySet<string> = new Set(['name', 'hash', 'mime', 'size', 'url', 'provider'])

function requirement(field: ScalarAttribute, model: Model): readonly string[] {
  if (isAlwaysThere(field.name, model)) return ["required: 'always'"]
  if (hasDrafts(model) && field.name === 'publishedAt') {
    return ["required: 'published'"]
  }
  if (!field.required) return []
  return ['required: true', ...(hasDefault(field) ? ['default: true'] : [])]
}

function isAlwaysThere(name: string, model: Model): boolean {
  if (model.kind === 'component') return COMPONENT_FIELDS.has(name)
  return ENTRY_FIELDS.has(name) || (model.uid === FILE_UID && FILE_FIELDS.has(name))
}

/** A slug counts as having a default if it is generated from another attribute. */
function hasDefault({ type, rules }: ScalarAttribute): boolean {
  return rules.default !== undefined || (type === 'uid' && rules.targetField !== null)
}
