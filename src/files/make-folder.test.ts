import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'lectern-folder-'))
})
afterEach(() => rmSync(place, { recursive: true }))

const LONG_NAME = 'x'.repeat(300)

describe('makeFolder', () => {
  it('makes a folder and those above it, and tells which', () => {
    expect(makeFolder(join(place, 'a/b/c'))).toEqual(['a', 'a/b', 'a/b/c'].map((each) => join(place, each)))
    expect(makeFolder(join(place, 'a/b/c'))).toEqual([])
    expect(makeFolder(join(place, 'a/d'))).toEqual([join(place, 'a/d')])
    expect(makeFolder('/')).toEqual([])
  })

  it('takes a link to a folder for a folder', () => {
    symlinkSync(place, join(place, 'link'))
    expect(makeFolder(join(place, 'link'))).toEqual([])
  })

  it('leaves nothing behind when it fails', () => {
    expect(() => makeFolder(join(place, `a/b/${LONG_NAME}/c`))).toThrow('ENAMETOOLONG')
    expect(readdirSync(place)).toEqual([])
  })

  it('fails where a file is in the way', () => {
    writeFileSync(join(place, 'file'), '')
    expect(() => makeFolder(join(place, 'file'))).toThrow('EEXIST')
    expect(() => makeFolder(join(place, 'file/a/b'))).toThrow('ENOTDIR')
  })

  it('fails where the link leads nowhere', () => {
    symlinkSync(join(place, 'nowhere'), join(place, 'link'))
    expect(() => makeFolder(join(place, 'link'))).toThrow('EEXIST')
    expect(() => makeFolder(join(place, 'link/a'))).toThrow('EEXIST')
  })

  it.runIf(existsSync('/proc/self'))('fails at once below /proc, where no folder can be made', () => {
    expect(() => makeFolder('/proc/lectern/a/b')).toThrow(/ENOENT|EACCES|EPERM/)
  })
})
