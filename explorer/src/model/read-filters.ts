/** `filters` of the URL → the builder's filters, without the schema: unknown names are shown like others. */

import { asFlag, asList, isRawObject, type RawObject, type RawValue } from '../../../src/request/raw-params.ts'
import { type FilterOperator, isFilterOperator, shapeOf } from './filter-operators.ts'
import type { AllOf, Comparison, FilterItem } from './query-model.ts'
import { readBeyond } from './read-beyond.ts'

/** Null unless it is a filter. */
export function readFilters(raw: RawValue | undefined): AllOf | null {
  if (raw === undefined || raw === null) return []
  if (!isRawObject(raw) || asList(raw) !== null) return null
  const { $and } = raw
  const isHidden = $and !== undefined && asList($and)?.some((item) => isRawObject(item) && 'locale' in item)
  if (isHidden !== true) return readObject(raw, false)
  // Only at the root does a condition on the locale take the place of the parameter.
  const { $and: _left, ...others } = raw
  return [...readObject(others, false), asWritten('$and', $and as RawValue)]
}

/** `onAttribute`: inside `filters[title]`, where operators and plain values apply to the attribute. */
function readObject(object: RawObject, onAttribute: boolean): AllOf {
  return Object.entries(object).flatMap(([key, value]) => readKey(key, value, onAttribute))
}

function readKey(key: string, value: RawValue, onAttribute: boolean): AllOf {
  switch (key) {
    case '$and':
      return members(value, onAttribute)?.flat() ?? [asWritten(key, value)]
    case '$or': {
      const items = members(value, onAttribute)
      return [
        items === null || items.some((item) => item.length === 0) ? asWritten(key, value) : { kind: 'any', items },
      ]
    }
    case '$not': {
      const items = members(asList(value) ?? [value], onAttribute)?.flat()
      return [items === undefined || items.length === 0 ? asWritten(key, value) : { kind: 'not', items }]
    }
    default:
      if (!key.startsWith('$')) return [readAttribute(key, value)]
      return onAttribute ? readOnAttribute(key, value) : [asWritten(key, value)]
  }
}

/** Null unless it is a list of filters. */
function members(value: RawValue, onAttribute: boolean): readonly AllOf[] | null {
  const list = asList(value)
  if (list === null) return null
  if (onAttribute) return list.map(readOperand)
  return list.every((item) => isRawObject(item) && asList(item) === null)
    ? list.map((item) => readObject(item as RawObject, false))
    : null
}

/** The value at an attribute. */
function readOperand(value: RawValue): AllOf {
  if (value === null) return [self('$null', ['true'])]
  if (typeof value === 'string') return [self('$eq', [value])]
  const list = asList(value)
  if (list === null) return readObject(value as RawObject, true)
  const texts = textsOf(list)
  return [texts === null ? asWritten('$in', value) : self('$in', texts)]
}

function readAttribute(name: string, value: RawValue): FilterItem {
  const items = readOperand(value)
  const [only] = items
  if (only === undefined) return asWritten(name, value)
  return items.length === 1 && only.kind === 'compare' && only.name === null
    ? { ...only, name }
    : { kind: 'at', name, items }
}

function readOnAttribute(key: string, value: RawValue): AllOf {
  const beyond = readBeyond(key, value, readOperand)
  if (beyond !== null) return beyond
  return [isFilterOperator(key) ? readOperator(key, value) : asWritten(key, value)]
}

function readOperator(key: FilterOperator, value: RawValue): FilterItem {
  const shape = shapeOf(key)
  if (shape === 'flag') {
    const flag = asFlag(value) ?? Boolean(value)
    return typeof value === 'object' && value !== null ? asWritten(key, value) : self(key, [String(flag)])
  }
  const list = asList(value)
  const texts = textsOf(list ?? [value])
  if (texts === null) return asWritten(key, value)
  if (shape === 'list') return self(key, texts)
  if (shape === 'pair') return list !== null && texts.length === 2 ? self(key, texts) : asWritten(key, value)
  // A list where one value is expected means any of them.
  return list === null ? self(key, texts) : { kind: 'any', items: texts.map((text) => [self(key, [text])]) }
}

/** Null when one is no text: the builder has no input for a null or an object. An empty list asks for nothing. */
function textsOf(list: readonly RawValue[]): readonly string[] | null {
  return list.length > 0 && list.every((item) => typeof item === 'string') ? list : null
}

function self(operator: FilterOperator, values: readonly string[]): Comparison {
  return { kind: 'compare', name: null, operator, values }
}

function asWritten(key: string, value: RawValue): FilterItem {
  return { kind: 'asWritten', key, value }
}
