/** The disk of the uploads is full, at the first byte or in the middle: that is no mistake of the client, and nothing is kept. */

import { createWriteStream, type WriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { AS_KEY, formOf, openSite, picture, type Site } from './site.ts'

vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>()
  return { ...real, createWriteStream: vi.fn(real.createWriteStream) }
})
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>()
  return { ...real, writeFile: vi.fn(real.writeFile) }
})

let site: Site

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.place.remove())

/** Errors of a write name no file, unlike those of opening one. */
const refused = (code: string) => Object.assign(new Error(`${code}, write`), { code, errno: -28, syscall: 'write' })

const takingNothing = (code: string) =>
  new Writable({ write: (_chunk, _encoding, done) => done(refused(code)) }) as WriteStream

async function outcome(form: FormData) {
  const response = await site.lectern.fetch('/api/upload', { method: 'POST', headers: AS_KEY, body: form })
  const { error } = (await response.json()) as { readonly error?: { readonly message: string } }
  return { status: response.status, message: error?.message, retry: response.headers.get('retry-after') }
}

const FULL = { status: 503, message: expect.stringContaining('full'), retry: '10' }

it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])('a file that is refused with %s', async (code) => {
  vi.mocked(createWriteStream).mockImplementationOnce(() => takingNothing(code))
  expect(await outcome(formOf([['a.txt', 'a']]))).toEqual(FULL)
  expect(site.kept()).toEqual([])
  expect(await site.count('files')).toBe(0)
})

it('a smaller version of an image', async () => {
  vi.mocked(writeFile).mockRejectedValueOnce(refused('ENOSPC'))
  expect(await outcome(formOf([['a.png', await picture(600, 400)]]))).toEqual(FULL)
  expect(site.kept()).toEqual([])
  expect(await site.count('files')).toBe(0)
})
