/** Reads the parts of an archive as records. */

import { type Archive, archiveError, type OnRead, type Part } from './archive.ts'
import { METADATA } from './open-archive.ts'
import { LARGEST_PARSED, parsedSize } from './parsed-size.ts'
import { LineTooLong, readLines } from './read-lines.ts'
import {
  type ConfigurationRecord,
  type EntityRecord,
  type LinkRecord,
  type SchemaRecord,
  toConfiguration,
  toEntity,
  toLink,
  toSchema,
} from './records.ts'

/** Handlers by kind of record; records without a handler are skipped. */
export interface Handlers {
  schema?(record: SchemaRecord): void
  entity?(record: EntityRecord, length: number): Promise<void> | void
  link?(record: LinkRecord): Promise<void> | void
  configuration?(record: ConfigurationRecord): Promise<void> | void
  /** `name` is a plain file name: it has no folder. */
  asset?(name: string, content: AsyncIterable<Uint8Array>): Promise<void> | void
  assetMetadata?(value: unknown): Promise<void> | void
  metadata?(value: unknown): void
}

export async function readRecords(archive: Archive, handlers: Handlers, onRead?: OnRead): Promise<void> {
  for await (const part of archive.parts(onRead)) await readPart(archive, part, handlers)
}

async function readPart(archive: Archive, part: Part, handlers: Handlers): Promise<void> {
  const [folder = '', ...rest] = part.path.split('/')
  if (part.path === METADATA) {
    if (handlers.metadata !== undefined) handlers.metadata(await readJson(archive, part))
  } else if (folder === 'assets') await readAsset(archive, part, rest, handlers)
  else if (/^[^/.][^/]*\.jsonl$/.test(rest.join('/'))) await readRecordsOf(archive, folder, part, handlers)
}

async function readRecordsOf(archive: Archive, folder: string, part: Part, handlers: Handlers): Promise<void> {
  const { schema, entity, link, configuration } = handlers
  if (folder === 'schemas' && schema !== undefined) await eachRecord(archive, part, toSchema, schema)
  else if (folder === 'entities' && entity !== undefined) await eachRecord(archive, part, toEntity, entity)
  else if (folder === 'links' && link !== undefined) await eachRecord(archive, part, toLink, link)
  else if (folder === 'configuration' && configuration !== undefined)
    await eachRecord(archive, part, toConfiguration, configuration)
}

/** Awaits a handler only if it returns a promise: awaiting each of millions of records would take longer than parsing them. */
async function eachRecord<T>(
  archive: Archive,
  part: Part,
  toRecord: (value: unknown) => T | null,
  handle: (record: T, length: number) => Promise<void> | void,
): Promise<void> {
  let line = 0
  try {
    for await (const lines of readLines(part.content)) {
      for (const text of lines) {
        line += 1
        const place = `${part.path}, line ${line}`
        const record = toRecord(parsed(archive, place, text))
        if (record === null) throw archiveError(archive.name, place, 'This is not a record of an export.')
        const handled = handle(record, text.length)
        if (handled !== undefined) await handled
      }
    }
  } catch (error) {
    if (error instanceof LineTooLong) {
      throw archiveError(archive.name, `${part.path}, line ${line + 1}`, 'This line is too long to be an entry.')
    }
    // JavaScript throws it when it serializes JSON that is nested tens of thousands of levels deep.
    if (!(error instanceof RangeError)) throw error
    throw archiveError(archive.name, `${part.path}, line ${line}`, 'This record is nested too deeply.')
  }
}

function parsed(archive: Archive, place: string, text: string): unknown {
  if (parsedSize(text) > LARGEST_PARSED)
    throw archiveError(archive.name, place, 'This has too many values to be an entry.')
  try {
    return JSON.parse(text)
  } catch {
    throw archiveError(archive.name, place, 'This is not JSON; the archive is damaged or was changed by hand.')
  }
}

async function readJson(archive: Archive, part: Part): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of part.content) {
    bytes += chunk.length
    if (bytes > LONGEST_JSON) throw archiveError(archive.name, part.path, 'This file is too long.')
    chunks.push(chunk)
  }
  return parsed(archive, part.path, Buffer.concat(chunks).toString('utf8').trim())
}

/** Longest part that is read as a whole, in bytes: it describes the archive or one file. */
const LONGEST_JSON = 16 * 1024 * 1024

async function readAsset(
  archive: Archive,
  part: Part,
  [folder, ...names]: readonly string[],
  handlers: Handlers,
): Promise<void> {
  const name = names.join('/')
  if (folder === 'metadata' && name.endsWith('.json') && handlers.assetMetadata !== undefined) {
    await handlers.assetMetadata(await readJson(archive, part))
  }
  if (folder !== 'uploads' || handlers.asset === undefined) return
  if (!isFileName(name))
    throw archiveError(archive.name, part.path, 'The name of an uploaded file must not contain a folder.')
  await handlers.asset(name, part.content)
}

/** A name that cannot lead out of its folder when it is written to disk. */
export function isFileName(name: string): boolean {
  return /^[^/\\\0.][^/\\\0]*$/.test(name) && Buffer.byteLength(name) <= 255
}
