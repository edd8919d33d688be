/** Writes the parts of an archive. A tar entry begins with its length, so lines are first collected in a file. */

import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Pack } from 'tar-stream'

export interface PartWriter {
  text(path: string, text: string): Promise<void>
  file(path: string, from: string): Promise<void>
  /** Writes `folder/folder_00001.jsonl`, and further files if it gets too long. Returns the number of lines. */
  lines(folder: string, lines: AsyncIterable<string>): Promise<number>
}

/** Longest file of lines, in bytes. The next line begins a new file. */
const LONGEST_PART = 256 * 1024 * 1024

export function createPartWriter(packing: Pack, temporary: string, mtime: Date, longest = LONGEST_PART): PartWriter {
  const file = async (path: string, from: string) => {
    const { size } = await stat(from)
    const entry = packing.entry({ name: path, size, mtime })
    await pipeline(createReadStream(from), entry as unknown as NodeJS.WritableStream)
  }
  return {
    file,
    text: (path, text) =>
      new Promise((resolve, reject) => {
        packing.entry({ name: path, mtime }, text, (error) => (error ? reject(error) : resolve()))
      }),
    lines: async (folder, lines) => {
      const waiting = join(temporary, 'lines')
      const iterator = lines[Symbol.asyncIterator]()
      let total = 0
      for (let part = 1; ; part += 1) {
        const { count, isLast } = await spool(iterator, waiting, longest)
        total += count
        if (count > 0) await file(`${folder}/${folder}_${String(part).padStart(5, '0')}.jsonl`, waiting)
        await rm(waiting)
        if (isLast) return total
      }
    },
  }
}

/**
 * Uses `pipeline`, so that a full disk rejects this call, even while the next line is awaited, instead of crashing the
 * process.
 */
async function spool(lines: AsyncIterator<string>, file: string, longest: number) {
  let [count, length] = [0, 0]
  let isLast = false
  async function* taken() {
    while (length < longest) {
      const next = await lines.next()
      isLast = next.done === true
      if (isLast) return
      const bytes = Buffer.from(`${next.value as string}\n`)
      count += 1
      length += bytes.length
      yield bytes
    }
  }
  await pipeline(taken, createWriteStream(file))
  return { count, isLast }
}
