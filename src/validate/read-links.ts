/** A relation in any of its forms: null, an entry, a list of entries, `{ set }`, or `{ connect, disconnect }`. */

import { isRecord } from '../config/project-config.ts'
import type { LinkChange, LinkItem } from './document-input.ts'
import { invalidBodyKey } from './invalid-body-key.ts'
import type { Place } from './place.ts'
import { type LinkingAttribute, type LinkMode, readLinkItem } from './read-link-item.ts'
import type { RowContext } from './row-context.ts'

const KEYS: readonly string[] = ['set', 'connect', 'disconnect', 'options']

/** Null when something is wrong, which has been reported then. */
export function readLinks(
  value: unknown,
  attribute: LinkingAttribute,
  place: Place,
  context: RowContext,
): LinkChange | null {
  const read = (items: unknown, mode: LinkMode, at: Place) => readItems(items, attribute, mode, at, context)
  if (!isChange(value)) return setTo(attribute, read(value, 'listed', place))
  const stray = Object.keys(value).find((key) => !KEYS.includes(key))
  if (stray !== undefined) throw invalidBodyKey(stray, place, KEYS)
  const { set = null, connect = null, disconnect = null } = value
  // Beside `set` the other keys are ignored, as in Strapi.
  if (set !== null) return setTo(attribute, read(set, 'set', [...place, 'set']))
  const added = read(connect, 'connect', [...place, 'connect'])
  const removed = read(disconnect, 'disconnect', [...place, 'disconnect'])
  if (added === null || removed === null) return null
  return {
    kind: 'change',
    connect: attribute.toMany ? added : added.slice(0, 1),
    disconnect: removed,
    strict: !(isRecord(value.options) && value.options.strict === false),
  }
}

/** `{}` is an empty change; an entry has an id or a documentId. */
export function isChange(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value) || Object.hasOwn(value, 'id') || Object.hasOwn(value, 'documentId')) return false
  const keys = Object.keys(value)
  return keys.length === 0 || keys.some((key) => KEYS.includes(key))
}

/** A to-one relation gets the last of several. */
function setTo({ toMany }: LinkingAttribute, items: readonly LinkItem[] | null): LinkChange | null {
  return items === null ? null : { kind: 'set', items: toMany ? items : items.slice(-1) }
}

function readItems(
  value: unknown,
  attribute: LinkingAttribute,
  mode: LinkMode,
  place: Place,
  context: RowContext,
): readonly LinkItem[] | null {
  const sent: readonly unknown[] = Array.isArray(value) ? value : [value]
  const items = sent.flatMap((item, index) =>
    item === null
      ? []
      : [readLinkItem(item, attribute, mode, Array.isArray(value) ? [...place, index] : place, context)],
  )
  const good = items.filter((item) => item !== null)
  return good.length < items.length ? null : good
}
