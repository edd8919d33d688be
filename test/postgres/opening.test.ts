/** Opening a PostgreSQL database: requirements, and the messages when one is missing. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../src/cli/check.ts'
import { openProject } from '../../src/index.ts'
import { findMiscounts } from '../../src/open/migration/find-miscounts.ts'
import { foreseeStart } from '../../src/open/migration/foresee-start.ts'
import { askerOf } from '../support/ask.ts'
import { copyToPostgres } from '../support/copy-to-postgres.ts'
import { fixture } from '../support/fixture.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'
import { createDatabase, createMagazine, type PostgresDatabase } from '../support/postgres.ts'

let magazine: PostgresDatabase
let empty: PostgresDatabase

beforeAll(async () => {
  magazine = await createMagazine()
  empty = await createDatabase()
})

afterAll(async () => {
  await magazine?.drop()
  await empty?.drop()
})

const withDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

describe('lectern check', () => {
  it('finds no problem in the recorded project, and names the database', async () => {
    const said: string[] = []
    const context = {
      env: { TZ: 'UTC' },
      version: '0',
      watched: false,
      colour: { out: false, err: false },
      out: (line: string) => void said.push(line),
      err: (line: string) => void said.push(line),
      openProject,
      foreseeStart,
      findMiscounts,
      nextSignal: () => Promise.resolve(),
    }
    const options = { project: fixture('magazine'), database: magazine.url, env: { TZ: 'UTC' } }
    expect(await check(options, context as unknown as Parameters<typeof check>[1])).toBe(0)
    const { hostname } = new URL(magazine.url)
    expect(said[0]).toMatch(
      /^No problems: 1\d content types, 10 components, database lectern_test_\w+ on PostgreSQL \d+\.\d+ at /,
    )
    expect(said).toEqual(expect.arrayContaining(['Served', 'Answered differently from Strapi']))
    expect(said[0]).toContain(hostname)
  })
})

describe('a database that cannot be served', () => {
  const open = (database: string) => openProject({ project: fixture('magazine'), database, env: { TZ: 'UTC' } })

  it.each([
    [
      'nobody listens',
      () => 'postgres://127.0.0.1:1/x',
      /at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED.*Start it/,
    ],
    ['no such host', () => 'postgres://host.invalid/x', /at host\.invalid:5432 cannot be reached/],
    ['no such database', () => withDatabase(magazine.url, 'nothing_here'), /database "nothing_here" does not exist/],
    ['no such schema', () => `${magazine.url}?schema=elsewhere`, /has no schema "elsewhere"/],
    [
      'a search_path without a schema',
      () => `${magazine.url}?options=-csearch_path%3Dnowhere`,
      /has no schema to read from .* none of those in its search_path/,
    ],
    ['no tables', () => empty.url, /The database is empty/],
    ['no encryption', () => `${magazine.url}?sslmode=verify-full`, /No secure connection .*sslmode/],
  ])('because of %s, is refused in one sentence', async (_why, url, sentence) => {
    await expect(open(url())).rejects.toMatchObject({ name: 'ProjectError', message: expect.stringMatching(sentence) })
  })

  it('does not show its password', async () => {
    await expect(open('postgres://me:secret@127.0.0.1:1/x')).rejects.toThrow(expect.not.stringContaining('secret'))
  })
})

describe('a schema of its own', () => {
  let made: MadeProject
  let database: PostgresDatabase

  beforeAll(async () => {
    made = await makeProject({
      types: { note: { attributes: { text: { type: 'string' } } } },
      rows: { notes: [{ id: 1, text: 'found' }] },
    })
    database = await copyToPostgres(made.database, { schema: 'My content' })
  })

  afterAll(async () => {
    await made?.remove()
    await database?.drop()
  })

  it('is named in the URL', async () => {
    const lectern = await made.open({ database: `${database.url}?schema=My%20content`, env: { TZ: 'UTC' } })
    expect(await askerOf(lectern).list('/api/notes')).toMatchObject([{ text: 'found' }])
    expect(lectern.summary.database).toMatch(/, schema My content$/)
  })
})
