/** Files, by id or documentId, in all the forms that relations have. */

import { targetOf, visibleAttribute, visibleNames } from '../access/visible-schema.ts'
import { isRecord } from '../config/project-config.ts'
import type { MediaAttribute } from '../schema/schema.ts'
import type { EntryReference, MediaChange } from './document-input.ts'
import { invalidBodyKey } from './invalid-body-key.ts'
import { isChange } from './read-links.ts'
import { readReference } from './read-reference.ts'
import { type Field, stepInto } from './row-context.ts'

const KEYS: readonly string[] = ['set', 'connect', 'disconnect', 'options']

/** Null after an error, which has been reported. */
export function readMedia(value: unknown, field: Field<MediaAttribute>): MediaChange | null {
  const { attribute, place } = field
  const readAt = (key: string, items: unknown) => readFiles(items, ['position'], stepInto(field, key))
  if (!isChange(value)) return setTo(attribute, readFiles(value, [], field))
  const stray = Object.keys(value).find((key) => !KEYS.includes(key))
  if (stray !== undefined) throw invalidBodyKey(stray, place, 'link', KEYS)
  if (value.set !== undefined) return setTo(attribute, readAt('set', value.set))
  const connect = readAt('connect', value.connect ?? null)
  const disconnect = readAt('disconnect', value.disconnect ?? null)
  return connect === null || disconnect === null ? null : { kind: 'change', connect, disconnect }
}

/** A single file is the first of several. */
function setTo({ toMany }: MediaAttribute, files: readonly EntryReference[] | null): MediaChange | null {
  return files === null ? null : { kind: 'set', files: toMany ? files : files.slice(0, 1) }
}

/** `known` are keys that a file may have beside its attributes. */
function readFiles(
  value: unknown,
  known: readonly string[],
  field: Field<MediaAttribute>,
): readonly EntryReference[] | null {
  const sent: readonly unknown[] = Array.isArray(value) ? value : [value]
  const files = sent.flatMap((item, index) =>
    item === null ? [] : [readFile(item, known, Array.isArray(value) ? stepInto(field, index) : field)],
  )
  const good = files.filter((file) => file !== null)
  return good.length < files.length ? null : good
}

/**
 * A file as it was read can be sent back: its other attributes are ignored. A position has no effect, as in Strapi.
 */
function readFile(
  value: unknown,
  known: readonly string[],
  { attribute, place, context }: Field<MediaAttribute>,
): EntryReference | null {
  const file = isRecord(value) ? value : { id: value }
  const target = targetOf(context.view, attribute)
  const stray = Object.keys(file).find(
    (key) => !known.includes(key) && visibleAttribute(context.view, target, key) === undefined,
  )
  if (stray !== undefined) throw invalidBodyKey(stray, place, 'link', visibleNames(context.view, target))
  const reference = readReference(file.documentId ?? file.id)
  if (reference === null) context.report(place, 'must be the id or documentId of a file', value)
  return reference
}
