import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { STARTER_FILES } from './starter-files.ts'
import { writeStarter } from './write-starter.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-starter-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true })
})

const INSTALLED = { folder: '/lectern', version: '1.0.0' }

/** After so many files, in the middle of the next one. */
function fillDisk(after: number): void {
  const write = fs.writeFileSync
  let count = 0
  vi.spyOn(fs, 'writeFileSync').mockImplementation((file, data, options) => {
    count += 1
    if (count <= after) return write(file, data, options)
    write(file, String(data).slice(0, 3), options)
    throw new Error('ENOSPC: no space left on device, write')
  })
  syncBuiltinESMExports()
}

it.each([0, 3, STARTER_FILES.size])(
  'leaves nothing on a disk that is full after %i files, and can be tried again',
  (after) => {
    writeFileSync(join(folder, 'package.json'), '{"name":"mine"}')
    fillDisk(after)
    expect(() => writeStarter(folder, INSTALLED)).toThrow('cannot be written: ENOSPC')
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    expect(readdirSync(folder)).toEqual(['package.json'])
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('{"name":"mine"}')
    writeStarter(folder, INSTALLED)
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'README.md', 'config', 'package.json', 'src'])
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({ name: 'mine' })
  },
)

it('leaves no folder that was not there before', () => {
  fillDisk(2)
  expect(() => writeStarter(join(folder, 'deep/site'), INSTALLED)).toThrow('cannot be written')
  expect(readdirSync(folder)).toEqual([])
})

it('names the time zone that PostgreSQL stores datetimes in, which is otherwise that of each process', () => {
  writeStarter(folder, INSTALLED)
  const config = createRequire(import.meta.url)(join(folder, 'config/database.js'))
  expect(config).toMatchObject({ settings: { timeZone: 'UTC' } })
})
