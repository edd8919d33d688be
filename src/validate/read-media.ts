/** Files, by id: `5`, `{ "id": 5 }`, a list of these, or null. */

import { targetOf, visibleAttribute, visibleNames } from '../access/visible-schema.ts'
import { isRecord } from '../config/project-config.ts'
import type { MediaAttribute } from '../schema/schema.ts'
import { invalidBodyKey } from './invalid-body-key.ts'
import type { Place } from './place.ts'
import { readId } from './read-reference.ts'
import type { RowContext } from './row-context.ts'

/** Null when something is wrong, which has been reported then. */
export function readMedia(
  value: unknown,
  attribute: MediaAttribute,
  place: Place,
  context: RowContext,
): readonly number[] | null {
  const sent = isRecord(value) && Object.hasOwn(value, 'set') && Object.keys(value).length === 1 ? value.set : value
  if (sent === null) return []
  const list: readonly unknown[] | null = Array.isArray(sent) ? sent : null
  if (list !== null && list.length > 1 && !attribute.toMany) {
    context.report(place, 'must be one file at most', value)
    return null
  }
  const ids = (list ?? [sent]).map((item, index) =>
    readFile(item, attribute, list === null ? place : [...place, index], context),
  )
  const good = ids.filter((id) => id !== null)
  return good.length < ids.length ? null : good
}

/** A file as it was read can be sent back: its other attributes are let pass. */
function readFile(value: unknown, attribute: MediaAttribute, place: Place, context: RowContext): number | null {
  const file = isRecord(value) ? value : { id: value }
  const target = targetOf(context.view, attribute)
  const stray = Object.keys(file).find((key) => visibleAttribute(context.view, target, key) === undefined)
  if (stray !== undefined) throw invalidBodyKey(stray, place, visibleNames(context.view, target))
  const id = readId(file.id)
  if (id === null) context.report(place, 'must be the id of a file', value)
  return id
}
