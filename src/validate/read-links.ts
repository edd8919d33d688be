/** A relation in any of its forms: null, an entry, a list of entries, `{ set }`, or `{ connect, disconnect }`. */

import { isRecord } from '../config/project-config.ts'
import type { LinkChange, LinkItem } from './document-input.ts'
import { invalidBodyKey } from './invalid-body-key.ts'
import type { Place } from './place.ts'
import { type LinkingAttribute, readLinkItem } from './read-link-item.ts'
import type { RowContext } from './row-context.ts'

const CHANGES: readonly string[] = ['set', 'connect', 'disconnect']
/** `options` tells how strictly an order is kept; it is always kept here. */
const KEYS: readonly string[] = [...CHANGES, 'options']

/** Null when something is wrong, which has been reported then. */
export function readLinks(
  value: unknown,
  attribute: LinkingAttribute,
  place: Place,
  context: RowContext,
): LinkChange | null {
  const read = (items: unknown, at: Place) => readItems(items, attribute, at, context)
  if (!isRecord(value) || !CHANGES.some((key) => Object.hasOwn(value, key))) return setTo(read(value, place))
  const stray = Object.keys(value).find((key) => !KEYS.includes(key))
  if (stray !== undefined) throw invalidBodyKey(stray, place, KEYS)
  const [set, connect, disconnect] = [value.set ?? null, value.connect ?? null, value.disconnect ?? null]
  if (set !== null && !(isEmpty(connect) && isEmpty(disconnect))) {
    context.report(place, 'must have either set, or connect and disconnect', value)
    return null
  }
  if (set !== null) return setTo(read(set, [...place, 'set']))
  const added = read(connect, [...place, 'connect'])
  const removed = readItems(disconnect, { ...attribute, toMany: true }, [...place, 'disconnect'], context)
  return added === null || removed === null ? null : { kind: 'change', connect: added, disconnect: removed }
}

function setTo(items: readonly LinkItem[] | null): LinkChange | null {
  return items === null ? null : { kind: 'set', items }
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

function readItems(
  value: unknown,
  attribute: LinkingAttribute,
  place: Place,
  context: RowContext,
): readonly LinkItem[] | null {
  if (value === null) return []
  const list: readonly unknown[] | null = Array.isArray(value) ? value : null
  if (list !== null && list.length > 1 && !attribute.toMany) {
    context.report(place, 'must be one entry at most', value)
    return null
  }
  const items = (list ?? [value]).map((item, index) =>
    readLinkItem(item, attribute, list === null ? place : [...place, index], context),
  )
  const good = items.filter((item) => item !== null)
  return good.length < items.length ? null : good
}
