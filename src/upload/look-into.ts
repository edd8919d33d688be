/** Reads parts of an image file, a window at a time: between windows, other requests are served. */

import { type FileHandle, open } from 'node:fs/promises'

/** Bytes that are read at a time. */
const WINDOW = 16 * 1024

/** Bytes at a place in the file: fewer than asked for at its end. Waits only where they are not in memory yet. */
export type Look = (place: number, length: number) => Buffer | Promise<Buffer>

export async function lookInto<T>(path: string, walk: (look: Look) => Promise<T>): Promise<T> {
  const handle = await open(path)
  try {
    return await walk(lookAt(handle))
  } finally {
    await handle.close()
  }
}

function lookAt(handle: FileHandle): Look {
  let start = 0
  let window = Buffer.alloc(0)
  const cut = (place: number, length: number) => window.subarray(place - start, place - start + length)
  return (place, length) => {
    if (place >= start && place + length <= start + window.length) return cut(place, length)
    const size = Math.max(WINDOW, length)
    return handle.read(Buffer.alloc(size), 0, size, place).then(({ buffer, bytesRead }) => {
      start = place
      window = buffer.subarray(0, bytesRead)
      return cut(place, length)
    })
  }
}

/** Null where the file ends before. */
export async function at(look: Look, place: number, length: number): Promise<Buffer | null> {
  const found = look(place, length)
  const bytes = found instanceof Promise ? await found : found
  return bytes.length < length ? null : bytes
}
