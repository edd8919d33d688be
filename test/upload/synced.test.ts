/** A power failure after the response: the content of files is on the disk before they get their names, and these before the rows. */

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { formOf, openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.place.remove())
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

it('files, then names', async () => {
  const done: string[] = []
  const { fsync } = fs
  const { open, rename } = fs.promises
  vi.spyOn(fs, 'fsync').mockImplementation((descriptor, callback) => {
    done.push('content')
    fsync(descriptor, callback)
  })
  vi.spyOn(fs.promises, 'rename').mockImplementation((from, to) => {
    done.push('name')
    return rename(from, to)
  })
  vi.spyOn(fs.promises, 'open').mockImplementation(async (path, ...more) => {
    const handle = await open(path, ...more)
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      if (path === site.uploads) done.push('folder')
      await sync()
    }
    return handle
  })
  syncBuiltinESMExports()
  expect(
    (
      await site.upload(
        formOf([
          ['a.txt', 'a'],
          ['b.txt', 'b'],
        ]),
      )
    ).status,
  ).toBe(201)
  expect(done).toEqual(['content', 'content', 'name', 'name', 'folder'])
})
