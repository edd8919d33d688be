import { snakeCase } from './snake-case.ts'

const COLUMNS_OF_EVERY_MODEL = ['id', 'document_id']

const COLUMNS_OF_CONTENT_TYPES = [
  ...COLUMNS_OF_EVERY_MODEL,
  'created_at',
  'updated_at',
  'published_at',
  'created_by_id',
  'updated_by_id',
  'locale',
  'localizations',
]

/** Keys that responses carry beside attributes. */
const IN_RESPONSES = ['__component', '__contentType', '__type']

const SYSTEM_ATTRIBUTES = ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'locale', 'localizations']

/** Whether every content type has this attribute: what a schema file says of it has no effect, as in Strapi. */
export function isSystemAttribute(name: string): boolean {
  return SYSTEM_ATTRIBUTES.includes(name)
}

/** Whether an attribute would share its name or its column with one that the model has anyway. */
export function isReserved(name: string, component: boolean): boolean {
  const columns = component ? COLUMNS_OF_EVERY_MODEL : COLUMNS_OF_CONTENT_TYPES
  return IN_RESPONSES.includes(name) || columns.includes(snakeCase(name))
}
