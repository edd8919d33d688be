/** An export → a file, whole, or with what has changed since it was written. */

import { createReadStream, existsSync } from 'node:fs'
import { basename } from 'node:path'
import { CannotPull } from './cannot-pull.ts'
import { type CopiedEntry, copiedEntry } from './copied-entry.ts'
import { changesUrl, hasLocales, isSorted } from './export-url.ts'
import { linesOf } from './lines.ts'
import { type Changes, mergeById, mergeInPlace } from './merge-changes.ts'
import { readExport, type Source } from './read-export.ts'
import { writeFile } from './write-file.ts'

export interface PullOptions extends Source {
  readonly file: string
  /** Ask for changes alone, where there is a file. */
  readonly changes: boolean
  readonly onProgress: (entries: number) => void
}

export interface Pulled {
  /** Entries that the server sent. */
  readonly received: number
  /** Null for a full export. */
  readonly since: Date | null
}

/**
 * Subtracted from the newest time in the file. Entries written during an export are not in it, and may have an earlier time
 * than those that are: the write began earlier, or the clock of another server is behind.
 */
const OVERLAP = 300_000

export async function pull(options: PullOptions): Promise<Pulled> {
  const newest = options.changes && existsSync(options.file) ? await newestIn(options) : null
  if (newest === null) return { received: await pullAll(options), since: null }
  const since = new Date(newest - OVERLAP)
  return { received: await pullChanges(options, since), since }
}

async function pullAll(options: PullOptions): Promise<number> {
  let received = 0
  const texts = async function* () {
    for await (const lines of readExport(options)) {
      received += lines.length
      options.onProgress(received)
      yield lines.map((line) => `${line}\n`).join('')
    }
  }
  await writeFile(options.file, texts())
  return received
}

async function pullChanges(options: PullOptions, since: Date): Promise<number> {
  const changes = await readChanges({ ...options, url: changesUrl(options.url, since) })
  const merge = isSorted(options.url) ? mergeInPlace : mergeById
  await writeFile(options.file, chunked(merge(entriesOf(options), changes)))
  return changes.size
}

async function readChanges({ onProgress, ...options }: PullOptions): Promise<Changes> {
  const changes = new Map<string, CopiedEntry>()
  for await (const lines of readExport(options)) {
    for (const line of lines) {
      const entry = copiedEntry(line, 'The export', hasLocales(options.url))
      if (changes.has(entry.key)) throw new CannotPull(`The export has ${entry.key} twice. Pull without --changes.`)
      changes.set(entry.key, entry)
    }
    onProgress(changes.size)
  }
  return changes
}

/** Milliseconds; null where the file has no entries. */
async function newestIn(options: PullOptions): Promise<number | null> {
  let newest: number | null = null
  for await (const { updatedAt } of entriesOf(options)) {
    if (updatedAt !== null) newest = Math.max(newest ?? 0, Date.parse(updatedAt))
  }
  return newest
}

async function* entriesOf({ file, url }: PullOptions): AsyncGenerator<CopiedEntry, void, void> {
  const byLocale = hasLocales(url)
  const where = basename(file)
  for await (const lines of linesOf(createReadStream(file))) {
    // Copies that were not made by `lectern pull` also have the last line of the export.
    const entries = lines.filter((line) => line !== '' && !line.startsWith('{"end":{"total":'))
    for (const line of entries) yield copiedEntry(line, where, byLocale)
  }
}

const CHUNK = 500

async function* chunked(lines: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let chunk: string[] = []
  for await (const line of lines) {
    chunk.push(`${line}\n`)
    if (chunk.length < CHUNK) continue
    yield chunk.join('')
    chunk = []
  }
  yield chunk.join('')
}
