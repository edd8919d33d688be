import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { receiveUpload } from './receive-upload.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-receive-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const LIMITS = { fileSize: 1_000, files: 3, fieldSize: 100 }

/** A form in chunks of the given size. */
async function requestOf(form: FormData, size: number) {
  const response = new Response(form)
  const bytes = new Uint8Array(await response.arrayBuffer())
  async function* stream() {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  }
  return {
    method: 'POST',
    url: '/api/upload',
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
    stream: stream(),
  }
}

function formOf(files: readonly string[], fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData()
  for (const [index, content] of files.entries()) form.append('files', new Blob([content]), `${index} é "x".txt`)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

describe.each([1, 7, 64, 1_000_000])('in chunks of %i bytes', (size) => {
  it('files go to the folder, texts are kept', async () => {
    const request = await requestOf(formOf(['a', 'b'.repeat(1_000), ''], { fileInfo: '{}', ref: 'é' }), size)
    const { files, fields } = await receiveUpload(request, folder, LIMITS)
    expect(files.map(({ size }) => size)).toEqual([1, 1_000, 0])
    expect(files[0]?.name).toContain('0 é')
    expect([...fields]).toEqual([
      ['fileInfo', ['{}']],
      ['ref', ['é']],
    ])
    expect(readdirSync(folder)).toHaveLength(3)
  })

  it.each([
    ['a file too large', formOf(['a', 'b'.repeat(1_001), 'c']), 413],
    ['too many files', formOf(['a', 'b', 'c', 'd']), 400],
    ['a text too long', formOf(['a'], { fileInfo: 'x'.repeat(101) }), 413],
  ])('%s', async (_what, form, status) => {
    await expect(receiveUpload(await requestOf(form, size), folder, LIMITS)).rejects.toMatchObject({ status })
  })
})
