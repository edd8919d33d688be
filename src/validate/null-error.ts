import type { Attribute } from '../schema/schema.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import { wrongType } from './wrong-type.ts'

/** What Strapi says of a null in a required attribute. `otherwise` is for types whose null it does not name. */
export function nullError(attribute: Attribute, otherwise = 'must be defined.'): string {
  if (attribute.kind === 'dynamiczone') return wrongType('array', null)
  if (attribute.kind === 'component') return wrongType(attribute.toMany ? 'array' : 'object', null)
  if (attribute.kind !== 'scalar') return otherwise
  const kind = valueKind(attribute.type)
  if (kind === 'text' || kind === 'choice') return wrongType('string', null)
  if (attribute.type === 'blocks') return wrongType('array', null)
  // Strapi makes a number of it first.
  return kind === 'integer' || kind === 'number' ? wrongType('number', Number.NaN) : otherwise
}
