import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTemporaryFolder } from './temporary-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-workshop-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Calls the listeners that run when the process exits. */
const lastOnExit = () => process.listeners('exit').at(-1) as () => void

describe('createTemporaryFolder', () => {
  it('is removed when the process exits, even while files are being written', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { path, remove } = await createTemporaryFolder(folder, 'x-')
      const writes = Array.from({ length: 300 }, (_, index) => writeFile(join(path, String(index)), 'x'))
      const written = Promise.allSettled(writes)
      lastOnExit()()
      await written
      expect(existsSync(path)).toBe(false)
      await remove()
    }
  })

  it('is no longer tracked after it is removed', async () => {
    const before = process.listenerCount('exit')
    const { path, remove } = await createTemporaryFolder(folder, 'x-')
    await writeFile(join(path, 'a'), 'x')
    await remove()
    expect(existsSync(path)).toBe(false)
    expect(process.listenerCount('exit')).toBe(before)
  })

  it('removes folders that killed processes left, and no others', async () => {
    for (const name of ['x-left', 'x-at-work', 'y-other']) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'copy'), 'x')
      if (name !== 'x-at-work') utimesSync(join(folder, name, 'copy'), 0, 0)
      utimesSync(join(folder, name), 0, 0)
    }
    const { path, remove } = await createTemporaryFolder(folder, 'x-')
    expect(readdirSync(folder).sort()).toEqual([path.slice(folder.length + 1), 'x-at-work', 'y-other'].sort())
    await remove()
  })
})
