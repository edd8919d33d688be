/** Reads parts of an image file, a window at a time: between windows, other requests are served. */

import { type FileHandle, open } from 'node:fs/promises'

/** Bytes that are read at a time. */
const WINDOW = 16 * 1024

/** Reads bytes at an offset of the file; fewer at its end. Returns a promise only if they are not in memory yet. */
export type ReadAt = (offset: number, length: number) => Buffer | Promise<Buffer>

export async function withFileReader<T>(path: string, walk: (readAt: ReadAt) => Promise<T>): Promise<T> {
  const handle = await open(path)
  try {
    return await walk(readerOf(handle))
  } finally {
    await handle.close()
  }
}

function readerOf(handle: FileHandle): ReadAt {
  let start = 0
  let window = Buffer.alloc(0)
  const cut = (offset: number, length: number) => window.subarray(offset - start, offset - start + length)
  return (offset, length) => {
    if (offset >= start && offset + length <= start + window.length) return cut(offset, length)
    const size = Math.max(WINDOW, length)
    return handle.read(Buffer.alloc(size), 0, size, offset).then(({ buffer, bytesRead }) => {
      start = offset
      window = buffer.subarray(0, bytesRead)
      return cut(offset, length)
    })
  }
}

/** Null where the file ends before. */
export async function bytesAt(readAt: ReadAt, offset: number, length: number): Promise<Buffer | null> {
  const found = readAt(offset, length)
  const bytes = found instanceof Promise ? await found : found
  return bytes.length < length ? null : bytes
}
