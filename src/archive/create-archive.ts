/** Writes an archive. It is renamed into place when it is complete, so a failure leaves no partial archive. */

import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { makeFolder } from '../files/make-folder.ts'
import { createEncryption } from './encryption.ts'
import { METADATA } from './open-archive.ts'
import { createPartWriter, type PartWriter } from './part-writer.ts'
import { createTemporaryFolder, putInPlace, refuseTaken } from './temporary-folder.ts'

export interface ArchiveFile {
  readonly file: string
  readonly gzip: boolean
  /** Null: not encrypted. */
  readonly key: string | null
  /** The modification time of its parts. */
  readonly time: Date
  /** Called when the file is complete, right before it is renamed into place. If it throws, there is no archive. */
  readonly onComplete?: () => void
}

/** Flushes the file before it is renamed: otherwise it could be empty after a power failure. */
const SYNCED = { flush: true } as const

/** The parts are in the order in which `write` passes them. */
export async function createArchive<T>(
  { file, gzip, key, time, onComplete = () => {} }: ArchiveFile,
  metadata: Readonly<Record<string, unknown>>,
  write: (parts: PartWriter) => Promise<T>,
): Promise<T> {
  refuseTaken(file)
  makeFolder(dirname(file))
  // Temporary files go to the same disk as the archive, which is the most likely to have enough space.
  const temporary = await createTemporaryFolder(dirname(file), '.lectern-export-')
  const packing = pack()
  const layers: readonly Transform[] = [
    ...(gzip ? [createGzip()] : []),
    ...(key === null ? [] : [createEncryption(key)]),
  ]
  const unfinished = join(temporary.path, 'archive')
  const done = pipeline([packing as unknown as NodeJS.ReadableStream, ...layers, createWriteStream(unfinished, SYNCED)])
  done.catch((error: Error) => packing.destroy(error))
  try {
    const parts = createPartWriter(packing, temporary.path, time)
    const result = await write(parts)
    await parts.text(METADATA, JSON.stringify(metadata, null, 2))
    packing.finalize()
    await done
    await putInPlace(unfinished, file, onComplete)
    return result
  } catch (error) {
    packing.destroy()
    await done.catch(() => {})
    throw error
  } finally {
    await temporary.remove()
  }
}
