/**
 * Unpacks a tar archive that may be malicious: `tar-stream` keeps the name and attributes of an entry in memory,
 * however long they claim to be.
 */

import { Transform, type Writable } from 'node:stream'
import { type Entry, type Extract, extract } from 'tar-stream'

/** Limit of the bytes before an entry: its name and attributes, or the padding at the end of the archive. */
const LONGEST_BEFORE_ENTRY = 16 * 1024 * 1024

export interface GuardedExtract {
  /** The streams to pipe the archive through, in this order. */
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
    // A skipped entry closes only after the next one has begun.
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
