import type { ScalarType } from './schema.ts'

/** Types a schema file may give to an attribute that is a value of its own. */
export const SCALAR_TYPES: readonly ScalarType[] = [
  'string',
  'text',
  'richtext',
  'enumeration',
  'email',
  'password',
  'uid',
  'date',
  'time',
  'datetime',
  'timestamp',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'boolean',
  'array',
  'json',
  'blocks',
]

export const ATTRIBUTE_TYPES: readonly string[] = [
  ...SCALAR_TYPES,
  'media',
  'component',
  'dynamiczone',
  'relation',
  'customField',
]

export function scalarType(name: unknown): ScalarType | undefined {
  return SCALAR_TYPES.find((type) => type === name)
}
