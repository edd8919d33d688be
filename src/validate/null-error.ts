import type { Attribute } from '../schema/schema.ts'
import { wrongType } from './wrong-type.ts'

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'float', 'decimal'])
const TEXTS: ReadonlySet<string> = new Set(['string', 'text', 'richtext', 'enumeration', 'email', 'password', 'uid'])

/** What Strapi says of a null in a required attribute. `otherwise` is for types whose null it does not name. */
export function nullError(attribute: Attribute, otherwise = 'must be defined.'): string {
  if (attribute.kind === 'dynamiczone') return wrongType('array', null)
  if (attribute.kind === 'component') return wrongType(attribute.toMany ? 'array' : 'object', null)
  if (attribute.kind !== 'scalar') return otherwise
  if (TEXTS.has(attribute.type)) return wrongType('string', null)
  if (attribute.type === 'blocks') return wrongType('array', null)
  // Strapi makes a number of it first.
  return NUMBERS.has(attribute.type) ? wrongType('number', Number.NaN) : otherwise
}
