import { keysOf } from '../vocabulary/keys-of.ts'
import { SCALARS, type ScalarType } from '../vocabulary/scalar-types.ts'

/** Types a schema file may give to an attribute that is a value of its own. Every entry has an `id` anyway. */
export const SCALAR_TYPES = keysOf(SCALARS).filter((type) => type !== 'id')

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
