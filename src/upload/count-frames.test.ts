import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasTooManyFrames, MOST_FRAMES } from './count-frames.ts'
import { examineImage } from './examine-image.ts'
import type { ImageKind } from './sniff-image.ts'

let path: string
beforeAll(() => {
  path = join(mkdtempSync(join(tmpdir(), 'lectern-frames-')), 'image')
})
afterAll(() => rmSync(join(path, '..'), { recursive: true, force: true }))

/** 300 × 300, with a table of two colors, a comment, and so many frames. */
function gifOf(frames: number): Buffer {
  const head = [...Buffer.from('GIF89a'), 44, 1, 44, 1, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  const comment = [0x21, 0xfe, 2, 0x2c, 0x2c, 0]
  const frame = [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  const all = Array<Buffer>(frames).fill(Buffer.from(frame))
  return Buffer.concat([Buffer.from([...head, ...comment]), ...all, Buffer.from([0x3b])])
}

function webpOf(frames: number): Buffer {
  const chunk = (name: string, length: number) => {
    const bytes = Buffer.alloc(8 + length + (length % 2))
    bytes.write(name)
    bytes.writeUInt32LE(length, 4)
    return bytes
  }
  const chunks = [chunk('VP8X', 10), ...Array<Buffer>(frames).fill(chunk('ANMF', 17))]
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), ...chunks])
}

/** Of pages with one entry each: its number, the entry, and the place of the next page. */
function tiffOf(pages: number, isLittle: boolean): Buffer {
  const size = 2 + 12 + 4
  const bytes = Buffer.alloc(8 + size * pages)
  const write = (value: number, place: number) =>
    isLittle ? bytes.writeUInt32LE(value, place) : bytes.writeUInt32BE(value, place)
  bytes.write(isLittle ? 'II*\0' : 'MM\0*', 'latin1')
  write(8, 4)
  for (let page = 0; page < pages; page += 1) {
    const start = 8 + size * page
    bytes[isLittle ? start : start + 1] = 1
    write(page + 1 < pages ? start + size : 0, start + 2 + 12)
  }
  return bytes
}

const isTooMuch = (kind: ImageKind, bytes: Buffer) => {
  writeFileSync(path, bytes)
  return hasTooManyFrames(path, kind)
}

describe.each<[ImageKind, string, (frames: number) => Buffer]>([
  ['gif', 'frames', gifOf],
  ['webp', 'frames', webpOf],
  ['tiff', 'pages, little-endian', (pages) => tiffOf(pages, true)],
  ['tiff', 'pages, big-endian', (pages) => tiffOf(pages, false)],
])('%s: %s', (kind, _what, imageOf) => {
  it.each([
    [1, false],
    [MOST_FRAMES, false],
    [MOST_FRAMES + 1, true],
  ])('%i', async (frames, expected) => {
    expect(await isTooMuch(kind, imageOf(frames))).toBe(expected)
  })

  it('broken off anywhere', async () => {
    const whole = imageOf(2)
    for (let length = 0; length < whole.length; length += 1) {
      expect(await isTooMuch(kind, whole.subarray(0, length)), `${length}`).toBe(false)
    }
  })
})

it('pages in a ring are too many', async () => {
  const ring = tiffOf(1, true)
  ring.writeUInt32LE(8, 8 + 2 + 12)
  expect(await isTooMuch('tiff', ring)).toBe(true)
})

it.each([
  [10, { width: 300, height: 300 }],
  [MOST_FRAMES + 1, null],
])('an animation of %i frames is worked on only where that is few', async (frames, expected) => {
  writeFileSync(path, gifOf(frames))
  const facts = await examineImage(path, `${path}-versions`, { breakpoints: new Map(), pixelLimit: 1_000_000 })
  expect(facts === null ? null : { width: facts.width, height: facts.height }).toEqual(expected)
})
