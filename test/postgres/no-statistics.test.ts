/** A database that was just restored has no statistics: related entries are still looked up through their links. */

import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copiedTables, postgresCopyStatement } from '../../bench/database/copied-tables.ts'
import { Sqlite } from '../../src/dialects/sqlite/driver.ts'
import { openProject } from '../../src/index.ts'
import { askerOf } from '../support/ask.ts'
import { fixture } from '../support/fixture.ts'
import { createDatabase, type PostgresDatabase } from '../support/postgres.ts'

const COPIES = 12

let database: PostgresDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  await client.query(readFileSync(fixture('magazine.postgres.sql'), 'utf8'))
  await client.query('set session_replication_role = replica')
  const source = new Sqlite(fixture('magazine.sqlite'), { readonly: true })
  for (const table of copiedTables(source)) {
    await client.query(`alter table public."${table.name}" set (autovacuum_enabled = false)`)
    await client.query(postgresCopyStatement(source, table, COPIES - 1))
  }
  source.close()
  // Otherwise the server counts these rows seconds later.
  await client.query('select pg_stat_force_next_flush()')
})

afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const SHOWN = [
  'populate=*&pagination[pageSize]=50',
  'populate[author]=true&populate[related][populate]=cover&sort=title',
]
const SORTED = 'sort=seo.metaTitle&fields=id'

const TESTED_TWICE = / = t\d+\.id\) IS TRUE/

async function responses(): Promise<readonly { readonly body: unknown; readonly plan: readonly string[] }[]> {
  const lectern = await openProject({
    project: fixture('magazine'),
    database: database.url,
    profile: 'contract',
    env: {},
  })
  try {
    const { body, text } = askerOf(lectern)
    const found = []
    for (const query of [...SHOWN, SORTED]) {
      const request = `/api/articles?${query}`
      const { plan } = JSON.parse(await text(`/_explorer/explain${request}`)) as { readonly plan: readonly string[] }
      found.push({ body: await body(request), plan })
    }
    return found
  } finally {
    await lectern.close()
  }
}

describe('a large database without statistics', () => {
  it('is read through its links, with the same responses as with statistics', async () => {
    const before = await responses()
    const steps = (of: typeof before) => of.flatMap(({ plan }) => plan).join('\n')
    expect(steps(before.slice(0, SHOWN.length))).not.toMatch(/Seq Scan|Hash Join/)
    expect(steps(before)).not.toContain('BitmapAnd')
    await client.query('analyze')
    const after = await responses()
    expect(before.map(({ body }) => body)).toEqual(after.map(({ body }) => body))
    expect(steps(before)).toMatch(TESTED_TWICE)
    expect(steps(after)).not.toMatch(TESTED_TWICE)
  })
})
