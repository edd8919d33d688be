import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hasTooManyScans, MOST_SCANS } from './count-scans.ts'
import { examineImage } from './examine-image.ts'

let path: string
beforeAll(() => {
  path = join(mkdtempSync(join(tmpdir(), 'lectern-scans-')), 'image')
})
afterAll(() => rmSync(join(path, '..'), { recursive: true, force: true }))

const word = (value: number) => [value >> 8, value & 0xff]

const SIDE = 300
/** Of blocks without anything in them: a run of all of them. */
const EMPTY_RUN = [0x7f, 0xff, 0x00]
const table = (kind: number, symbol: number) => [0xff, 0xc4, ...word(20), kind << 4, 1, ...Array(15).fill(0), symbol]

const scan = (coefficient: number, before: number, after: number, data: readonly number[]) =>
  Buffer.from([0xff, 0xda, ...word(8), 1, 1, 0, coefficient, coefficient, (before << 4) | after, ...data])

/** A gray image that gives its coefficients bit after bit: as many scans as wanted, of 12 bytes each. */
function progressiveOf(scans: number): Buffer {
  const quantization = [0xff, 0xdb, ...word(67), 0, ...Array<number>(64).fill(1)]
  const frame = [0xff, 0xc2, ...word(11), 8, ...word(SIDE), ...word(SIDE), 1, 1, 0x11, 0]
  const head = Buffer.from([0xff, 0xd8, ...quantization, ...frame, ...table(0, 0), ...table(1, 0xe0)])
  const brightness = scan(0, 0, 0, Array<number>(Math.ceil((SIDE / 8) ** 2 / 8) + 10).fill(0))
  const others = Array.from({ length: scans - 1 }, (_, index) => {
    const bits = 13 - Math.floor(index / 63)
    return scan((index % 63) + 1, bits === 13 ? 0 : bits + 1, bits, EMPTY_RUN)
  })
  return Buffer.concat([head, brightness, ...others, Buffer.from([0xff, 0xd9])])
}

const isTooMuch = (bytes: Buffer) => {
  writeFileSync(path, bytes)
  return hasTooManyScans(path)
}

it.each([
  [1, false],
  [MOST_SCANS, false],
  [MOST_SCANS + 1, true],
  [800, true],
])('%i scans', async (scans, expected) => {
  expect(await isTooMuch(progressiveOf(scans))).toBe(expected)
})

it('images as programs write them have few', async () => {
  const noise = {
    width: 600,
    height: 400,
    channels: 3,
    background: '#000',
    noise: { type: 'gaussian', sigma: 60 },
  } as const
  for (const options of [{}, { progressive: true }, { mozjpeg: true }]) {
    const image = await sharp({ create: noise })
      .jpeg({ quality: 95, ...options })
      .toBuffer()
    expect(await isTooMuch(image)).toBe(false)
  }
})

it('scans are counted wherever they stand: behind long data, filling and restart marks, not behind the end', async () => {
  const [first, ...others] = [1, ...Array<number>(MOST_SCANS).fill(1)].map((coefficient) => scan(coefficient, 0, 0, []))
  for (const between of [4_090, 4_091, 4_092, 4_093, 4_094, 4_095, 4_096, 20_000]) {
    const data = [Buffer.alloc(between, 7), Buffer.from([0xff, 0, 0xff, 0xd3, 0xff])]
    const whole = Buffer.concat([Buffer.from([0xff, 0xd8]), first ?? Buffer.alloc(0), ...data, ...others])
    expect(await isTooMuch(whole), `${between}`).toBe(true)
    expect(await isTooMuch(whole.subarray(0, -scan(1, 0, 0, []).length)), `${between}`).toBe(false)
  }
  const ended = Buffer.concat([progressiveOf(2), progressiveOf(MOST_SCANS + 1)])
  expect(await isTooMuch(ended)).toBe(false)
})

it('broken off anywhere', async () => {
  const whole = progressiveOf(2)
  for (let length = 0; length < whole.length; length += 1) {
    expect(await isTooMuch(whole.subarray(0, length)), `${length}`).toBe(false)
  }
})

it('segments without end are too many', async () => {
  const comment = Buffer.from([0xff, 0xfe, 0, 2])
  expect(await isTooMuch(Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array<Buffer>(20_000).fill(comment)]))).toBe(true)
})

it.each([
  [20, { width: SIDE, height: SIDE }],
  [MOST_SCANS + 1, null],
])('an image of %i scans is worked on only where that is few', async (scans, expected) => {
  writeFileSync(path, progressiveOf(scans))
  const facts = await examineImage(path, `${path}-versions`, { breakpoints: new Map(), pixelLimit: 1_000_000 })
  expect(facts === null ? null : { width: facts.width, height: facts.height }).toEqual(expected)
})
