/** A packed export: decrypted, unzipped and unpacked as it is read, a chunk at a time. */

import { createReadStream } from 'node:fs'
import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Archive, archiveError, type OnRead, type Part } from './archive.ts'
import { createDecryption } from './encryption.ts'
import { guardedExtract } from './guarded-extract.ts'
import type { Layers } from './layers.ts'

/** Bytes per read: each read takes a turn of the event loop. */
const CHUNK = 256 * 1024

export interface PackedFile {
  readonly file: string
  readonly size: number
  readonly layers: Layers
}

export function tarArchive(packed: PackedFile): Archive {
  return {
    name: packed.file,
    size: packed.size,
    parts: (onRead = () => {}) => partsOf(packed, onRead),
  }
}

async function* partsOf(packed: PackedFile, onRead: OnRead): AsyncGenerator<Part> {
  const { streams, entries } = guardedExtract()
  const source = createReadStream(packed.file, { highWaterMark: CHUNK })
  const done = pipeline([source, counting(onRead), ...unwrapping(packed.layers), ...streams])
  // Awaited below; until then, a failure must not count as an unhandled rejection.
  done.catch(() => {})
  try {
    for await (const entry of readable(entries, packed)) {
      const { type, name, size = 0 } = entry.header
      // `tar-stream` would wait for the end of the entry forever.
      if (!(size >= 0)) throw archiveError(packed.file, name, 'The length of this entry is not a number.')
      if (type === 'file' || type === 'contiguous-file') {
        yield { path: pathOf(name), content: readable(entry as unknown as AsyncIterable<Uint8Array>, packed) }
      }
      entry.resume()
    }
    await done.catch((error: unknown) => {
      throw explained(error, packed)
    })
  } finally {
    source.destroy()
    entries.destroy()
  }
}

/** Archives made on Windows may have backslashes; archives packed by hand may begin with a dot. */
function pathOf(name: string): string {
  return name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
}

function counting(onRead: OnRead): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      onRead(chunk.length)
      done(null, chunk)
    },
  })
}

function unwrapping({ key, gzip }: Layers): readonly (Readable & Writable)[] {
  return [...(key === null ? [] : [createDecryption(key)]), ...(gzip ? [createGunzip()] : [])]
}

async function* readable<T>(source: AsyncIterable<T>, packed: PackedFile): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  for (;;) {
    const next = await iterator.next().catch((error: unknown) => {
      throw explained(error, packed)
    })
    if (next.done === true) return
    yield next.value
  }
}

const TRUNCATED = /unexpected end|wrong final block length|premature close|stream was destroyed/i
const UNDECRYPTABLE = /bad decrypt/i

function explained(error: unknown, { file, layers }: PackedFile): unknown {
  const reason = error instanceof Error ? error.message : String(error)
  if (TRUNCATED.test(reason)) return archiveError(file, null, 'This archive is cut off; copy it again.')
  if (UNDECRYPTABLE.test(reason) || layers.key !== null) {
    return archiveError(file, null, 'This archive cannot be decrypted to its end: the key is wrong, or it is damaged.')
  }
  return archiveError(file, null, `This archive is damaged: ${reason.replace(/[.?]$/, '')}.`)
}
