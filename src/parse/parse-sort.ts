/**
 * `sort` → keys in order. All of these are the same:
 *
 *   sort=author.name:desc,id    sort[0]=author.name:desc&sort[1]=id    sort[0][author][name]=desc&sort[1][id]=asc
 */

import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { asList, isRawObject, type RawObject, type RawValue } from '../request/raw-params.ts'
import type { Direction, ParsedSort } from './parsed-query.ts'

export function parseSort(raw: RawValue | undefined, param: string): readonly ParsedSort[] {
  if (raw === undefined || raw === null) return []
  if (typeof raw === 'string') return parseText(raw)
  const list = asList(raw)
  if (list === null) return parseObject(raw as RawObject, [])
  const texts = list.filter((item) => typeof item === 'string')
  const objects = list.filter(isRawObject)
  if (texts.length > 0 && objects.length > 0) throw invalidKey({ key: '0', path: null, param })
  if (objects.length > 0) return objects.flatMap((object) => parseObject(object, []))
  return texts.flatMap(parseText)
}

function parseText(text: string): readonly ParsedSort[] {
  return text
    .split(',')
    .map((segment) => segment.trim())
    .flatMap((segment) => {
      const [field = '', order = ''] = segment.split(':')
      return field === '' ? [] : [{ path: field.split('.'), direction: direction(order), order: null }]
    })
}

function parseObject(object: RawObject, path: readonly string[]): readonly ParsedSort[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const here = [...path, key]
    if (isRawObject(value)) return parseObject(value, here)
    if (value === null || value === '') return []
    if (typeof value !== 'string') throw orderError()
    return [{ path: here, direction: direction(value), order: value }]
  })
}

function direction(order: string): Direction {
  const lower = order.toLowerCase()
  if (lower === '' || lower === 'asc') return 'asc'
  if (lower === 'desc') return 'desc'
  throw orderError()
}

function orderError(): ApiError {
  return new ApiError('ORDER_INVALID')
}
