import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sniffImage } from './sniff-image.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-sniff-'))
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ['\xff\xd8\xff\xe0', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['RIFF\0\0\0\0WEBP', 'webp'],
  ['RIFF\0\0\0\0WAVE', null],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['\0\0\0\x20ftypavif', 'avif'],
  ['\0\0\0\x20ftypavis', 'avif'],
  ['\0\0\0\x20ftypheic', null],
  ['<svg', null],
  ['', null],
])('a file that begins with %j is %s', async (beginning, kind) => {
  const path = join(folder, 'file')
  writeFileSync(path, Buffer.from(beginning, 'latin1'))
  expect(await sniffImage(path)).toBe(kind)
})
