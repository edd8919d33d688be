import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder, makeFolderNow } from './make-folder.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'lectern-folder-'))
})
afterEach(() => rmSync(place, { recursive: true }))

const LONG_NAME = 'x'.repeat(300)

describe.each([
  ['makeFolder', makeFolder],
  ['makeFolderNow', async (folder: string) => makeFolderNow(folder)],
])('%s', (_name, make) => {
  it('makes a folder and those above it, and tells which', async () => {
    expect(await make(join(place, 'a/b/c'))).toEqual(['a', 'a/b', 'a/b/c'].map((each) => join(place, each)))
    expect(await make(join(place, 'a/b/c'))).toEqual([])
    expect(await make(join(place, 'a/d'))).toEqual([join(place, 'a/d')])
    expect(await make('/')).toEqual([])
  })

  it('takes a link to a folder for a folder', async () => {
    symlinkSync(place, join(place, 'link'))
    expect(await make(join(place, 'link'))).toEqual([])
  })

  it('leaves nothing behind when it fails', async () => {
    await expect(make(join(place, `a/b/${LONG_NAME}/c`))).rejects.toThrow('ENAMETOOLONG')
    expect(readdirSync(place)).toEqual([])
  })

  it('fails where a file is in the way', async () => {
    writeFileSync(join(place, 'file'), '')
    await expect(make(join(place, 'file'))).rejects.toThrow('EEXIST')
    await expect(make(join(place, 'file/a/b'))).rejects.toThrow('ENOTDIR')
  })

  it('fails where the link leads nowhere', async () => {
    symlinkSync(join(place, 'nowhere'), join(place, 'link'))
    await expect(make(join(place, 'link'))).rejects.toThrow('EEXIST')
    await expect(make(join(place, 'link/a'))).rejects.toThrow('EEXIST')
  })

  it.runIf(existsSync('/proc/self'))('fails at once below /proc, where no folder can be made', async () => {
    await expect(make('/proc/lectern/a/b')).rejects.toThrow(/ENOENT|EACCES|EPERM/)
  })
})

it('is made by many at once', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(place, 'a/b/c'))))
  expect(made.flat().sort()).toEqual(['a', 'a/b', 'a/b/c'].map((each) => join(place, each)))
})
