/** The disk of the uploads is full, at the first byte or in the middle: that is no mistake of the client, and nothing is kept. */

import fs, { rmSync, type WriteStream, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { AS_KEY, formOf, openSite, picture, type Site } from './site.ts'

let site: Site

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.place.remove())
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

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
  vi.spyOn(fs, 'createWriteStream').mockImplementationOnce(() => takingNothing(code))
  // Modules that were loaded before see it too.
  syncBuiltinESMExports()
  expect(await outcome(formOf([['a.txt', 'a']]))).toEqual(FULL)
  expect(site.kept()).toEqual([])
  expect(await site.count('files')).toBe(0)
})

it('a smaller version of an image', async () => {
  const content = await picture(600, 400)
  vi.spyOn(fs.promises, 'writeFile').mockRejectedValueOnce(refused('ENOSPC'))
  syncBuiltinESMExports()
  expect(await outcome(formOf([['a.png', content]]))).toEqual(FULL)
  expect(site.kept()).toEqual([])
  expect(await site.count('files')).toBe(0)
})

it.each(DATABASES)('the folder of uploads, while the rows wait for it, on %s', async (kind) => {
  const other = await openSite(kind)
  try {
    vi.spyOn(fs.promises, 'rename').mockRejectedValueOnce(refused('ENOSPC'))
    syncBuiltinESMExports()
    const form = formOf([['a.txt', 'a']])
    const response = await other.lectern.fetch('/api/upload', { method: 'POST', headers: AS_KEY, body: form })
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('The disk is full')])
    expect(other.kept()).toEqual([])
    expect(await other.count('files')).toBe(0)
  } finally {
    await other.place.remove()
  }
})

it('a folder that cannot be written', async () => {
  rmSync(site.uploads, { recursive: true, force: true })
  writeFileSync(site.uploads, 'a file in its place')
  const unusable = { status: 503, message: expect.stringContaining('cannot be reached'), retry: '10' }
  expect(await outcome(formOf([['a.txt', 'a']]))).toEqual(unusable)
  expect(await site.count('files')).toBe(0)
  rmSync(site.uploads)
})
