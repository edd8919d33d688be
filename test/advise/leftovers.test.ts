/** The copy that indexes are tried on contains private content, and may be large: it must be removed. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { adviseProject } from '../../src/operate/advise-project.ts'
import { fixture } from '../support/fixture.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-leftovers-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const advise = (onTry: () => void) =>
  adviseProject({
    project: fixture('magazine'),
    database: fixture('magazine.sqlite'),
    env: {},
    urls: ['/api/articles?sort=title'],
    onProgress: (stage) => {
      if (stage === 'try') onTry()
    },
  })

it.skipIf(process.platform === 'win32')('has no name while statements are tried: a kill leaves nothing', async () => {
  const seen: string[][] = []
  await advise(() => seen.push(readdirSync(folder)))
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.flat()).toEqual([])
})

it('of a process that was killed while it copied is removed a day later', async () => {
  const [old, recent] = ['lectern-advise-old', 'lectern-advise-recent'].map((name) => join(folder, name))
  for (const one of [old, recent]) mkdirSync(one ?? '')
  const before = new Date(Date.now() - 25 * 60 * 60 * 1_000)
  utimesSync(old ?? '', before, before)
  await advise(() => {})
  expect(readdirSync(folder)).toEqual(['lectern-advise-recent'])
})
