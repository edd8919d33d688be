import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { examineImage } from './examine-image.ts'
import { hasTooMuchText, MOST_TEXT } from './measure-texts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-png-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const HEAD_LENGTH = 8 + 12 + 13

/** A picture with these pieces before its pixels. */
async function pngWith(...pieces: readonly Buffer[]): Promise<string> {
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const file = join(folder, 'a.png')
  writeFileSync(file, Buffer.concat([png.subarray(0, HEAD_LENGTH), ...pieces, png.subarray(HEAD_LENGTH)]))
  return file
}

function piece(type: string, ...data: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat([type, ...data].map((part) => Buffer.from(part as string, 'latin1')))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length - 4)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}

const long = (bytes: number) => deflateSync(Buffer.alloc(bytes, 'a'))
const examine = (file: string) =>
  examineImage(file, join(folder, 'versions'), { breakpoints: new Map(), pixelLimit: 1_000_000 })

describe('a PNG', () => {
  it.each<[string, () => readonly Buffer[]]>([
    ['a text', () => [piece('zTXt', 'name\0\0', long(MOST_TEXT))]],
    ['a text in a language', () => [piece('iTXt', 'name\0\x01\0en\0Name\0', long(MOST_TEXT))]],
    ['a colour profile', () => [piece('iCCP', 'name\0\0', long(MOST_TEXT))]],
    ['several texts', () => Array(5).fill(piece('zTXt', 'name\0\0', long(MOST_TEXT / 4)))],
    ['a text that is not packed', () => [piece('tEXt', 'name\0', 'a'.repeat(MOST_TEXT))]],
    ['a text that breaks off when it is unpacked', () => [piece('zTXt', 'name\0\0', long(1_000).subarray(0, 12))]],
    ['very many texts', () => Array(1_001).fill(piece('tEXt', 'name\0a'))],
  ])('with %s that takes too much is stored without being unpacked', async (_what, pieces) => {
    const file = await pngWith(...pieces())
    expect(await hasTooMuchText(file)).toBe(true)
    expect(await examine(file)).toBeNull()
  })

  it('may have texts and a colour profile', async () => {
    const file = await pngWith(
      piece('tEXt', 'Title\0', 'a'.repeat(100_000)),
      piece('zTXt', 'Comment\0\0', long(1_000_000)),
      piece('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', '<x/>'),
      piece('iTXt', 'Other\0\x01\0de\0Anderes\0', long(1_000)),
    )
    expect(await hasTooMuchText(file)).toBe(false)
    expect(await examine(file)).toMatchObject({ width: 300, height: 300 })
    const profiled = join(folder, 'profiled.png')
    await sharp(file).withIccProfile('p3').png().toFile(profiled)
    expect(await hasTooMuchText(profiled)).toBe(false)
    expect(await examine(profiled)).toMatchObject({ width: 300, height: 300 })
  })
})
