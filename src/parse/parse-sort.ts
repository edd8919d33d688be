/**
 * `sort` → keys in order. All of these are the same:
 *
 *   sort=author.name:desc,id    sort[0]=author.name:desc&sort[1]=id    sort[0][author][name]=desc&sort[1][id]=asc
 */

import { invalidKey } from '../errors/invalid-key.ts'
import { asList, isRawList, isRawObject, type RawObject, type RawValue } from '../request/raw-params.ts'
import type { Extensions } from '../vocabulary/extensions.ts'
import { orderError, parseOrder } from './parse-order.ts'
import type { ParsedSort } from './parsed-query.ts'

/** With the extension `sorting`: a random order, the same for the same seed. */
export const RANDOM = '$random'

export function parseSort(raw: RawValue | undefined, param: string, extensions: Extensions): readonly ParsedSort[] {
  if (raw === undefined || raw === null) return []
  if (typeof raw === 'string') return parseText(raw, extensions)
  const list = asList(raw)
  if (list === null) return parseObject(raw as RawObject, [], extensions)
  const texts = list.filter((item) => typeof item === 'string')
  const objects = list.filter(isRawObject)
  // `sort[0]=title&sort[0]=id` is a list in the list; an empty `sort[]` says nothing.
  const mostly = Math.max(texts.length, objects.length)
  if (mostly < list.length && (mostly > 0 || list.some(isRawList))) throw invalidKey({ key: '0', path: null, param })
  if (objects.length > 0) return objects.flatMap((object) => parseObject(object, [], extensions))
  return texts.flatMap((text) => parseText(text, extensions))
}

function parseText(text: string, extensions: Extensions): readonly ParsedSort[] {
  return text
    .split(',')
    .map((segment) => segment.trim())
    .flatMap((segment) => {
      const [field = '', order] = segment.split(':')
      if (field === '') return []
      // A colon announces an order: `title:` and `title::desc` must not be ascending in silence.
      if (order?.trim() === '' && field !== RANDOM) throw orderError(extensions, false)
      return [{ ...parseKey(field.split('.'), order ?? '', extensions), order: null }]
    })
}

function parseObject(object: RawObject, path: readonly string[], extensions: Extensions): readonly ParsedSort[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const here = [...path, key]
    if (isRawObject(value)) return parseObject(value, here, extensions)
    const order = value ?? ''
    if (typeof order !== 'string') throw orderError(extensions, false)
    return [{ ...parseKey(here, order, extensions), order }]
  })
}

function parseKey(path: readonly string[], order: string, extensions: Extensions): Omit<ParsedSort, 'order'> {
  if (path.length !== 1 || path[0] !== RANDOM) return { path, seed: null, ...parseOrder(order, extensions) }
  if (extensions.on.has('sorting')) return { path, seed: order, direction: 'asc', fold: false, nulls: null }
  return { path, seed: null, ...orderOfRandom(order, extensions) }
}

/** If the extension is off, the part after the colon must be an order, and the error says what is missing. */
function orderOfRandom(order: string, extensions: Extensions): ReturnType<typeof parseOrder> {
  try {
    return parseOrder(order, extensions)
  } catch {
    throw orderError(extensions, true)
  }
}
