/** A relation in any of its forms: null, an entry, a list of entries, `{ set }`, or `{ connect, disconnect }`. */

import { isRecord } from '../config/project-config.ts'
import type { AnyRelation } from '../schema/schema.ts'
import type { LinkChange, LinkItem } from './document-input.ts'
import { invalidBodyKey } from './invalid-body-key.ts'
import { type LinkMode, readLinkItem } from './read-link-item.ts'
import { type Field, stepInto } from './row-context.ts'

const KEYS: readonly string[] = ['set', 'connect', 'disconnect', 'options']

/** Null after an error, which has been reported. */
export function readLinks(value: unknown, field: Field<AnyRelation>): LinkChange | null {
  const { attribute, place } = field
  if (!isChange(value)) return setTo(attribute, readItems(value, 'listed', field))
  const stray = Object.keys(value).find((key) => !KEYS.includes(key))
  if (stray !== undefined) throw invalidBodyKey(stray, place, 'link', KEYS)
  const { set = null, connect = null, disconnect = null } = value
  // Beside `set` the other keys are ignored, as in Strapi.
  if (set !== null) return setTo(attribute, readItems(set, 'set', stepInto(field, 'set')))
  const added = readItems(connect, 'connect', stepInto(field, 'connect'))
  const removed = readItems(disconnect, 'disconnect', stepInto(field, 'disconnect'))
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
function setTo({ toMany }: AnyRelation, items: readonly LinkItem[] | null): LinkChange | null {
  return items === null ? null : { kind: 'set', items: toMany ? items : items.slice(-1) }
}

function readItems(value: unknown, mode: LinkMode, field: Field<AnyRelation>): readonly LinkItem[] | null {
  const sent: readonly unknown[] = Array.isArray(value) ? value : [value]
  const items = sent.flatMap((item, index) =>
    item === null ? [] : [readLinkItem(item, mode, Array.isArray(value) ? stepInto(field, index) : field)],
  )
  const good = items.filter((item) => item !== null)
  return good.length < items.length ? null : good
}
