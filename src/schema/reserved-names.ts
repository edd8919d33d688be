import { snakeCase } from './snake-case.ts'

const IN_EVERY_MODEL = ['id', 'document_id']

const IN_CONTENT_TYPES = [
  ...IN_EVERY_MODEL,
  'created_at',
  'updated_at',
  'published_at',
  'created_by',
  'created_by_id',
  'updated_by',
  'updated_by_id',
  'locale',
  'localizations',
]

/** Keys that answers carry beside attributes. */
const IN_ANSWERS = ['__component', '__contentType', '__type']

/** Whether an attribute would share its name or its column with one that the model has anyway. */
export function isReserved(name: string, component: boolean): boolean {
  return IN_ANSWERS.includes(name) || (component ? IN_EVERY_MODEL : IN_CONTENT_TYPES).includes(snakeCase(name))
}
