/** Reads filter operators that extensions add: `$some`, `$every`, `$none`, `$all`, `$count`, `$path`. */

import { asList, isRawObject, type RawObject, type RawValue } from '../../../src/request/raw-params.ts'
import { COUNT, COUNTED } from '../../../src/vocabulary/quantifiers.ts'
import type { AllOf, FilterItem } from './query-model.ts'

type ReadOperand = (value: RawValue) => AllOf

/** Null for other keys, and for values that are kept unparsed. */
export function readBeyond(key: string, value: RawValue, read: ReadOperand): AllOf | null {
  switch (key) {
    case '$some':
    case '$every':
    case '$none': {
      const items = rowsIn(value, read)
      return items === null ? null : [{ kind: 'quantified', quantifier: key, items }]
    }
    case '$all':
      return only(readEach(value, []))
    case COUNT:
      return only(readCount(value, read))
    case '$path':
      return readPaths(value, read)
    default:
      return null
  }
}

function only(item: FilterItem | null): AllOf | null {
  return item === null ? null : [item]
}

/** Null without conditions on the entries, which is an error. */
function rowsIn(value: RawValue, read: ReadOperand): AllOf | null {
  const items = value === null || value === '' ? [] : read(value)
  return items.length === 0 ? null : items
}

/** One path to a list of values. */
function readEach(value: RawValue, names: readonly string[]): FilterItem | null {
  const values = typeof value === 'string' ? [value] : asList(value)
  if (values !== null) {
    const isText = values.length > 0 && values.every((item) => typeof item === 'string')
    return isText ? { kind: 'each', path: names.join('.'), values } : null
  }
  const [[name, inner] = [], ...others] = isRawObject(value) ? Object.entries(value) : []
  if (name === undefined || inner === undefined || others.length > 0) return null
  return name === '' || /[.$]/.test(name) ? null : readEach(inner, [...names, name])
}

function readCount(value: RawValue, read: ReadOperand): FilterItem | null {
  const isCounted = isRawObject(value) && Object.hasOwn(value, COUNTED)
  const { [COUNTED]: counted = null, ...comparisons } = isCounted ? value : {}
  const items = isCounted ? read(comparisons) : value === null ? [] : read(value)
  const of = isCounted ? rowsIn(counted, read) : null
  return items.length === 0 || (isCounted && of === null) ? null : { kind: 'counted', items, of }
}

function readPaths(value: RawValue, read: ReadOperand): AllOf | null {
  if (!isRawObject(value) || asList(value) !== null) return null
  const paths = Object.entries(value as RawObject).map(([path, operand]) => ({ path, items: read(operand) }))
  if (paths.length === 0 || paths.some(({ items }) => items.length === 0)) return null
  return paths.map(({ path, items }) => ({ kind: 'inside', path, items }))
}
