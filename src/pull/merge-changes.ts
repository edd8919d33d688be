/** A copy and what has changed since → the lines of the new copy. */

import { CannotPull } from './cannot-pull.ts'
import type { CopiedEntry } from './copied-entry.ts'

export type Changes = ReadonlyMap<string, CopiedEntry>

/** In the order of ids, which both have, like a new export. */
export async function* mergeById(
  copy: AsyncIterable<CopiedEntry>,
  changes: Changes,
): AsyncGenerator<string, void, void> {
  const isNew = once(changes)
  const waiting = [...changes.values()]
  let next = 0
  for await (const entry of copy) {
    if (isNew(entry)) continue
    for (let first = waiting[next]; first !== undefined && first.id < entry.id; first = waiting[next]) {
      yield first.text
      next += 1
    }
    yield entry.text
  }
  for (const { text } of waiting.slice(next)) yield text
}

/** In the order of the copy: changed entries where they were, new ones at the end. */
export async function* mergeInPlace(
  copy: AsyncIterable<CopiedEntry>,
  changes: Changes,
): AsyncGenerator<string, void, void> {
  const isNew = once(changes)
  const waiting = new Map(changes)
  for await (const entry of copy) {
    yield isNew(entry) ? (changes.get(entry.key) ?? entry).text : entry.text
    waiting.delete(entry.key)
  }
  for (const { text } of waiting.values()) yield text
}

/** Whether the entry was changed. If two lines would be replaced by one, the copy was not pulled from this URL. */
function once(changes: Changes): (entry: CopiedEntry) => boolean {
  const seen = new Set<string>()
  return ({ key }) => {
    if (!changes.has(key)) return false
    if (seen.has(key))
      throw new CannotPull(`The file has ${key} twice: it was not pulled from this URL. Pull everything once.`)
    seen.add(key)
    return true
  }
}
