/**
 * The keys that entries are grouped by: scalar attributes of the entry, of a component, or of a related entry; dates
 * may be reduced to a part, such as the month.
 */

import { ApiError } from '../errors/api-error.ts'
import type { ParsedGroupKey } from '../parse/parsed-aggregate.ts'
import type { Model, ScalarType } from '../schema/schema.ts'
import { DATE_PART_NAMES, type DatePart, isDatePart } from '../vocabulary/measures.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import type { GroupKey } from './aggregate.ts'
import type { CheckContext } from './check-filter.ts'
import { checkPath } from './check-path.ts'
import type { AttributePath } from './query.ts'

/** At most one key may lead through a list: two would be combined with each other, and count an entry several times. */
export function checkGroupKeys(
  parsed: readonly ParsedGroupKey[],
  model: Model,
  context: CheckContext,
): readonly GroupKey[] {
  const keys = parsed.map((key) => checkGroupKey(key, model, context))
  refuseRepeated(keys, context.param)
  const [, second] = keys.filter(isToMany)
  if (second !== undefined) throw refused(second.name, context.param, 'only one of the keys may lead through a list')
  return keys
}

export function checkGroupKey({ path, part }: ParsedGroupKey, model: Model, context: CheckContext): GroupKey {
  const found = checkPath(path, model, context)
  const name = path.join('.')
  const { type } = found.attribute
  if (valueKind(type) === 'json' || type === 'richtext') {
    throw refused(name, context.param, `entries are not grouped by ${type}`)
  }
  return { ...found, name, part: part === null ? null : checkPart(part, type, name, context.param) }
}

function checkPart(part: string, type: ScalarType, name: string, param: string): DatePart {
  const isDate = valueKind(type) === 'date' || valueKind(type) === 'moment'
  if (isDate && isDatePart(part)) return part
  const parts = DATE_PART_NAMES.map((known) => `${name}:${known}`).join(', ')
  throw refused(`${name}:${part}`, param, isDate ? `there are ${parts}` : 'only dates have parts')
}

export function isToMany({ through }: AttributePath): boolean {
  return through.some(({ attribute }) => attribute.toMany)
}

/** A group has one value for each name. */
export function refuseRepeated(named: readonly { readonly name: string }[], param: string): void {
  const repeated = named.find(({ name }, index) => named.findIndex((other) => other.name === name) !== index)
  if (repeated !== undefined) throw refused(repeated.name, param, 'it is named twice')
}

export function refused(name: string, param: string, why: string, hint?: string): ApiError {
  return new ApiError('VALUE_INVALID', {
    message: `Invalid value ${name} at ${param}: ${why}`,
    details: { source: 'query', param, path: name, ...(hint === undefined ? {} : { hint }) },
  })
}
