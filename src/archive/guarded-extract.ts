/**
 * Unpacks a tar archive that may have been made to do harm: `tar-stream` holds the names and attributes of an entry in
 * memory, however long they claim to be.
 */

import { Transform, type Writable } from 'node:stream'
import { type Entry, type Extract, extract } from 'tar-stream'

/** Bytes before an entry: its name and attributes, or what pads the end of the archive. */
const LONGEST_BEFORE_ENTRY = 16 * 1024 * 1024

export interface GuardedExtract {
  /** What the bytes of the archive go through, one after the other. */
  readonly streams: readonly [Transform, Writable]
  readonly entries: Extract
}

export function guardedExtract(): GuardedExtract {
  const entries = extract()
  let before = 0
  let current: Entry | null = null
  entries.on('entry', (_header, entry: Entry) => {
    current = entry
    before = 0
    // An entry that is skipped closes after the next has begun.
    entry.once('close', () => {
      if (current === entry) current = null
    })
  })
  const counting = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (current === null) before += chunk.length
      const isTooLong = before > LONGEST_BEFORE_ENTRY
      done(isTooLong ? new Error('one of its entries has a name that is too long') : null, chunk)
    },
  })
  return { streams: [counting, entries as unknown as Writable], entries }
}
