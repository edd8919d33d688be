/** The program, as `npm run build` wrote it, killed while it imports: what is left is nothing, or everything. */

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { fixture } from '../support/fixture.ts'
import { assetsPlace, magazinePlace, type Place } from './places.ts'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

let place: Place
afterEach(() => place.remove())

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** `killAfter` is counted from the moment it starts to write. */
function importing(archive: string, killAfter: number | null): Promise<Ended> {
  const args = [MAIN, 'import', archive, '--project', place.folder, '--database', place.database]
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, TZ: 'UTC' } })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    const began = !err.includes('Importing')
    err += text
    if (killAfter !== null && began && err.includes('Importing')) setTimeout(() => child.kill('SIGKILL'), killAfter)
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}

async function articles(): Promise<number> {
  if (place.database.includes('://')) {
    const [[found] = []] = await place.sql(`select to_regclass('articles')`)
    if (found === null) return 0
  } else {
    if (!existsSync(place.database)) return 0
    expect(await place.sql('pragma integrity_check')).toEqual([['ok']])
  }
  return Number((await place.sql('select count(*) from articles'))[0]?.[0])
}

async function links(): Promise<number> {
  return Number((await place.sql('select count(*) from articles_categories_lnk'))[0]?.[0])
}

it.each([
  ['sqlite', 90],
  ['postgres', 150],
] as const)('leaves a %s database that is empty or whole, and can be tried again', async (kind, step) => {
  place = await magazinePlace(kind)
  const archive = fixture('export/magazine-export.tar.gz')
  for (let killAfter = 0; killAfter <= 450; killAfter += step) {
    const { code } = await importing(archive, killAfter)
    const found = await articles()
    // A machine that is fast enough is done before it is killed.
    if (found !== 0) {
      expect({ found, links: await links() }).toEqual({ found: 244, links: 341 })
      return
    }
    expect(code).not.toBe(0)
  }
  const { code, out, err } = await importing(archive, null)
  // A machine that is slow enough reports on the way.
  const lines = err
    .trim()
    .split('\n')
    .filter((line) => !/ … \d+ %$/.test(line))
  expect({ code, err: lines }).toEqual({
    code: 0,
    err: [`Checking ${archive} …`, `Importing ${archive} …`, expect.stringContaining('audit: content.import by ')],
  })
  expect(out).toMatch(/^Imported .* into (SQLite file|\w+ on PostgreSQL) .*\.\n {2} +20 {2}plugin::upload\.file\n/)
  expect({ found: await articles(), links: await links() }).toEqual({ found: 244, links: 341 })
})

it('removes the files of an import that was killed', async () => {
  place = await assetsPlace()
  const archive = fixture('export/assets-export.tar.gz')
  for (const killAfter of [0, 20, 40, 60]) {
    await importing(archive, killAfter)
    if ((await articles()) !== 0) return
  }
  expect((await importing(archive, null)).code).toBe(0)
  expect(readdirSync(join(place.folder, 'public/uploads')).filter((name) => name.startsWith('.'))).toEqual([])
})

it('leaves nothing of an import that was stopped', async () => {
  place = await assetsPlace()
  const archive = fixture('export/assets-export.tar.gz')
  const args = [MAIN, 'import', archive, '--project', place.folder, '--database', place.database]
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, TZ: 'UTC' } })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    const began = !err.includes('Importing')
    err += text
    if (began && err.includes('Importing')) child.kill('SIGINT')
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  // A machine that is fast enough is done before it is stopped.
  if (code === 0) return
  expect({ code, err }).toEqual({ code: 130, err: expect.stringContaining('Stopped. Nothing was imported') })
  expect(await articles()).toBe(0)
  const uploads = join(place.folder, 'public/uploads')
  expect(existsSync(uploads) ? readdirSync(uploads).filter((name) => name.startsWith('.')) : []).toEqual([])
})

it('leaves nothing of an export that was stopped', async () => {
  place = await magazinePlace('sqlite')
  await importing(fixture('export/magazine-export.tar.gz'), null)
  mkdirSync(join(place.folder, 'exports'))
  const args = [MAIN, 'export', 'site.tar', '--project', place.folder, '--database', place.database]
  const child = spawn(process.execPath, args, {
    cwd: join(place.folder, 'exports'),
    env: { PATH: process.env.PATH, TZ: 'UTC' },
  })
  child.stderr.once('data', () => child.kill('SIGINT'))
  const code = await new Promise((resolve) => child.on('close', resolve))
  // A machine that is fast enough is done before it is stopped.
  expect({ code, left: readdirSync(join(place.folder, 'exports')) }).toEqual(
    code === 0 ? { code, left: ['site.tar'] } : { code: 130, left: [] },
  )
})
