/**
 * Whether an image file has too many frames. The image library reads each of them first, and lists them on the thread that
 * answers requests: a file of 50 MB can contain millions.
 */

import { bytesAt, type ReadAt, withFileReader } from './read-at.ts'
import type { ImageKind } from './sniff-image.ts'

/** Frames of an animation, or pages. */
export const MOST_FRAMES = 10_000

/** Blocks of any kind: comments, times between frames. */
const MOST_BLOCKS = 10 * MOST_FRAMES

export async function hasTooManyFrames(path: string, kind: ImageKind): Promise<boolean> {
  const walk = WALKS[kind]
  if (walk === undefined) return false
  return withFileReader(path, walk)
}

const WALKS: Readonly<Partial<Record<ImageKind, (readAt: ReadAt) => Promise<boolean>>>> = {
  gif: gifFrames,
  webp: webpFrames,
  tiff: tiffPages,
}

const GIF_EXTENSION = 0x21
const GIF_IMAGE = 0x2c

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt: blocks, each with a chain of sub-blocks behind it. */
async function gifFrames(readAt: ReadAt): Promise<boolean> {
  const head = await bytesAt(readAt, 0, 13)
  let offset = 13 + colorTable(head?.[10])
  for (let frames = 0, blocks = 0; frames <= MOST_FRAMES && blocks <= MOST_BLOCKS; blocks += 1) {
    const block = (await bytesAt(readAt, offset, 1))?.[0]
    if (block === GIF_IMAGE) {
      frames += 1
      const image = await bytesAt(readAt, offset, 10)
      offset += 11 + colorTable(image?.[9])
    } else if (block === GIF_EXTENSION) offset += 2
    else return false
    offset = await afterSubBlocks(readAt, offset)
  }
  return true
}

const colorTable = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Without waiting where possible: there may be a hundred million of them. */
async function afterSubBlocks(readAt: ReadAt, first: number): Promise<number> {
  let offset = first
  for (;;) {
    const found = readAt(offset, 1)
    const [length] = found instanceof Promise ? await found : found
    offset += 1 + (length ?? 0)
    if (!length) return offset
  }
}

/** https://developers.google.com/speed/webp/docs/riff_container */
async function webpFrames(readAt: ReadAt): Promise<boolean> {
  let offset = 12
  for (let frames = 0, blocks = 0; frames <= MOST_FRAMES && blocks <= MOST_BLOCKS; blocks += 1) {
    const chunk = await bytesAt(readAt, offset, 8)
    if (chunk === null) return false
    if (chunk.toString('latin1', 0, 4) === 'ANMF') frames += 1
    const length = chunk.readUInt32LE(4)
    offset += 8 + length + (length % 2)
  }
  return true
}

/**
 * https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf: a chain of directories, one for each page. It may be a
 * ring.
 */
async function tiffPages(readAt: ReadAt): Promise<boolean> {
  const head = await bytesAt(readAt, 0, 8)
  if (head === null) return false
  const isLittle = head.toString('latin1', 0, 2) === 'II'
  let offset = isLittle ? head.readUInt32LE(4) : head.readUInt32BE(4)
  for (let pages = 0; pages < MOST_FRAMES && offset !== 0; pages += 1) {
    const count = await bytesAt(readAt, offset, 2)
    const entries = count === null ? 0 : isLittle ? count.readUInt16LE() : count.readUInt16BE()
    const next = await bytesAt(readAt, offset + 2 + 12 * entries, 4)
    if (next === null) return false
    offset = isLittle ? next.readUInt32LE() : next.readUInt32BE()
  }
  return offset !== 0
}
