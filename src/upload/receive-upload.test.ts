import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { randomRuns } from '../../test/support/random-runs.ts'
import { ApiError } from '../errors/api-error.ts'
import { receiveUpload } from './receive-upload.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-receive-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const LIMITS = { fileSize: 1_000, files: 3, textSize: 100 }

/** A form in chunks of the given size. */
async function requestOf(form: FormData, size: number) {
  const response = new Response(form)
  const type = response.headers.get('content-type') ?? ''
  return requestWith(new Uint8Array(await response.arrayBuffer()), { type, size })
}

const TYPE = 'multipart/form-data; boundary=x'

function requestWith(bytes: Uint8Array, { type = TYPE, size = bytes.length } = {}) {
  async function* stream() {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  }
  return { method: 'POST', url: '/api/upload', headers: { 'content-type': type }, stream: stream() }
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
    expect(files.map(({ name }) => name)).toEqual(['0 é "x".txt', '1 é "x".txt', '2 é "x".txt'])
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
    ['texts too long together', formOf(['a'], { fileInfo: 'x'.repeat(60), other: 'é'.repeat(30) }), 413],
  ])('%s', async (_what, form, status) => {
    await expect(receiveUpload(await requestOf(form, size), folder, LIMITS)).rejects.toMatchObject({ status })
  })
})

it.each(['form-data', 'form-data; ref', 'form-data; a=b; c=d', 'form-data; filename'])(
  'a text without a name is left out: Content-Disposition: %s',
  async (disposition) => {
    const parts = [disposition, 'form-data; name="ref"'].map((one) => `Content-Disposition: ${one}\r\n\r\na\r\n--x`)
    const request = requestWith(Buffer.from(`--x\r\n${parts.join('\r\n')}--\r\n`))
    expect([...(await receiveUpload(request, folder, LIMITS)).fields]).toEqual([['ref', ['a']]])
  },
)

it('fifty files cause no warning', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const request = await requestOf(formOf(Array<string>(50).fill('a')), 1_000)
  expect((await receiveUpload(request, folder, { ...LIMITS, files: 50 })).files).toHaveLength(50)
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})

describe('bodies of any kind', () => {
  const VALID = Buffer.from(
    [
      '--x',
      'Content-Disposition: form-data; name="fileInfo"',
      '',
      '{"name":"a"}',
      '--x',
      'Content-Disposition: form-data; name="files"; filename="a.txt"',
      'Content-Type: text/plain',
      '',
      'some content',
      '--x',
      'Content-Disposition: form-data; name="other"; filename="b.txt"',
      '',
      'more content',
      '--x--',
      '',
    ].join('\r\n'),
  )

  const edits = fc.array(
    fc.record({
      at: fc.nat(VALID.length),
      cut: fc.nat(20),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
        fc.constantFrom('--x', '\r\n', '\r\n--x--', '"', ';', 'charset=none').map((text) => Buffer.from(text)),
      ),
    }),
    { maxLength: 6 },
  )

  it('are received or refused: nothing hangs, nothing else is thrown', async () => {
    await fc.assert(
      fc.asyncProperty(edits, fc.integer({ min: 1, max: 300 }), async (changes, size) => {
        let bytes = VALID
        for (const { at, cut, put } of changes) {
          bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)])
        }
        const request = requestWith(bytes, { size })
        const place = mkdtempSync(join(folder, 'x'))
        const outcome = await receiveUpload(request, place, LIMITS).then(
          ({ files, fields }) =>
            files.every((file) => readdirSync(place).includes(file.path.slice(place.length + 1))) &&
            [...fields.keys()].every((name) => typeof name === 'string'),
          (error: unknown) => error instanceof ApiError,
        )
        expect(outcome).toBe(true)
      }),
      { numRuns: randomRuns(100), timeout: 10_000 },
    )
  })
})
