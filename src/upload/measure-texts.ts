/**
 * The size of texts and colour profile in a PNG, which may be compressed by a factor of a thousand. The image library
 * unpacks all of them first: five megabytes can take ten gigabytes of memory.
 */

import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { bytesAt, type ReadAt, withFileReader } from './read-at.ts'

/** Bytes of all of them together, unpacked. */
export const MOST_TEXT = 16 * 1024 * 1024

/** Maximum number of chunks of any kind. Ordinary images have few with texts. */
const MOST_CHUNKS = 1_000_000
const MOST_TEXTS = 1_000

const SIGNATURE_LENGTH = 8
/** Before its data, length and type; behind it, a check sum. */
const HEAD_LENGTH = 8
const SUM_LENGTH = 4

const unpack = promisify(inflate) as (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

export function hasTooMuchText(path: string): Promise<boolean> {
  return withFileReader(path, walkPng)
}

/** https://www.w3.org/TR/png-3/#5Chunk-layout */
async function walkPng(readAt: ReadAt): Promise<boolean> {
  let offset = SIGNATURE_LENGTH
  let bytes = 0
  let texts = 0
  for (let chunks = 0; chunks <= MOST_CHUNKS; chunks += 1) {
    const head = await bytesAt(readAt, offset, HEAD_LENGTH)
    if (head === null) return false
    const length = head.readUInt32BE(0)
    const packedAt = PLACE_OF_PACKED[head.toString('latin1', 4, HEAD_LENGTH)]
    if (packedAt !== undefined) {
      texts += 1
      if (texts > MOST_TEXTS || bytes + length > MOST_TEXT) return true
      const data = await bytesAt(readAt, offset + HEAD_LENGTH, length)
      bytes += data === null ? length : await unpackedLength(data, packedAt(data), MOST_TEXT - bytes)
      if (bytes > MOST_TEXT) return true
    }
    offset += HEAD_LENGTH + length + SUM_LENGTH
  }
  return true
}

/** The start of the compressed part of a chunk; -1 without one. */
type PlaceOfPacked = (data: Buffer) => number

/** Behind a name, and the number of the only method there is. */
const behindName: PlaceOfPacked = (data) => data.indexOf(0) + 2
/** Behind a name, whether it is packed, the method, the language, and the name in that language. */
const behindLanguage: PlaceOfPacked = (data) => {
  const flag = data.indexOf(0) + 1
  if (data[flag] !== 1) return -1
  const language = data.indexOf(0, flag + 2)
  return data.indexOf(0, language + 1) + 1
}

const PLACE_OF_PACKED: Readonly<Partial<Record<string, PlaceOfPacked>>> = {
  tEXt: () => -1,
  eXIf: () => -1,
  zTXt: behindName,
  iCCP: behindName,
  iTXt: behindLanguage,
}

/** More than `most` where it exceeds that, or is unknown. */
async function unpackedLength(data: Buffer, packedAt: number, most: number): Promise<number> {
  if (packedAt < 0) return data.length
  try {
    return data.length + (await unpack(data.subarray(packedAt), { maxOutputLength: Math.max(most, 1) })).length
  } catch {
    return most + 1
  }
}
