/**
 * Three writers at once, one of them over the API: the index equals a rebuilt one.
 * `RANDOM_RUNS=1000` makes it 100,000 writes on each database.
 */

import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession } from '../support/postgres.ts'
import { randomRuns } from '../support/random-runs.ts'
import { type Cell, DATABASES, type DatabaseKind } from '../writes/site.ts'
import { indexedRows } from './search-rows.ts'
import { openSearchSite, type SearchSite } from './search-site.ts'

type Sql = SearchSite['sql']

/** Writes between two comparisons. */
const WRITES_AT_A_TIME = 50
const TIMES = 2
const TIMEOUT_MS = 300_000

/** As many rows are added as deleted, so that writers choose one another's rows. */
const BY_API = ['create', 'draft', 'update', 'remove', 'remove'] as const
const BY_SQL = ['insert', 'title', 'publish', 'views', 'replace', 'move', 'failing', 'delete'] as const

interface Write<Kind> {
  readonly kind: Kind
  readonly title: string | null
  readonly body: string | null
  readonly published: boolean
  readonly at: number
}

const value = fc.constantFrom(null, 'a lantern', 'Ünïcode', 'old old mill', "it's", '')
const writesOf = <Kind extends string>(kinds: readonly Kind[], count: number): fc.Arbitrary<readonly Write<Kind>[]> => {
  const kind = fc.constantFrom(...kinds)
  const write = fc.record({ kind, title: value, body: value, published: fc.boolean(), at: fc.nat(30) })
  return fc.array(write, { minLength: count, maxLength: count })
}

const third = Math.floor(WRITES_AT_A_TIME / 3)
const writes = fc.record({
  api: writesOf(BY_API, WRITES_AT_A_TIME - 2 * third),
  others: fc.tuple(writesOf(BY_SQL, third), writesOf(BY_SQL, third)),
})

type Statement = Write<(typeof BY_SQL)[number]>
const quoted = (text: string | null) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`)

function statementOf({ kind: what, title, body, published, at }: Statement, kind: DatabaseKind): string {
  const moment = published ? (kind === 'SQLite' ? '1700000000000' : "'2024-01-01'") : 'null'
  const chosen = `(select id from articles order by id limit 1 offset ${at})`
  const some = '(select id, title from articles order by id limit 3) as s'
  switch (what) {
    case 'insert':
      return `insert into articles (title, body, published_at) values (${quoted(title)}, ${quoted(body)}, ${moment})`
    case 'title':
      return `update articles set title = ${quoted(title)} where id = ${chosen}`
    case 'publish':
      return `update articles set published_at = ${moment} where id = ${chosen}`
    case 'views':
      return `update articles set views = 1 where id in (select id from articles order by id limit 5 offset ${at})`
    case 'move':
      return `update articles set id = -id where id = ${chosen}`
    case 'failing':
      return `insert into articles (id, title) select 1000000 + id, title from ${some} union all select id, title from ${some}`
    case 'delete':
      return `delete from articles where id = ${chosen}`
    case 'replace':
      return kind === 'SQLite'
        ? `insert or replace into articles (id, title) select id, ${quoted(title)} from articles where id = ${chosen}`
        : `insert into articles (id, title) select id, ${quoted(title)} from articles where id = ${chosen} on conflict (id) do update set title = excluded.title`
  }
}

async function writeBySql(run: Sql, statements: readonly Statement[], kind: DatabaseKind): Promise<void> {
  for (const one of statements) {
    const written = run(statementOf(one, kind))
    // A duplicate id: the statement is rolled back. Two writers may also be in a deadlock.
    await written.catch((error: Error) => expect(error.message).toMatch(/unique|duplicate|deadlock/i))
  }
}

/** Another program, with a connection of its own, that does not use Lectern. */
function otherProgram(kind: DatabaseKind, database: string): { readonly run: Sql; end(): Promise<void> } {
  if (kind === 'PostgreSQL') {
    const session = createSession(database)
    return { run: (text) => session.rows<Cell[]>(text), end: () => session.end() }
  }
  const connection = new BetterSqlite3(database, { timeout: 5_000 })
  connection.pragma('synchronous = off')
  const run = async (text: string) => {
    connection.exec(text)
    return []
  }
  return { run, end: async () => void connection.close() }
}

/** Other writers delete rows of its documents meanwhile. */
function apiWriter({ writes: api }: SearchSite): (write: Write<(typeof BY_API)[number]>) => Promise<void> {
  const documents: string[] = []
  return async ({ kind, title, body, published, at }) => {
    if (kind === 'create' || kind === 'draft' || documents.length === 0) {
      const { documentId } = await api.create(`/api/articles${kind === 'draft' ? '?status=draft' : ''}`, {
        title,
        body,
      })
      documents.push(documentId)
      return
    }
    const path = `/api/articles/${documents[at % documents.length]}`
    const isUpdate = kind === 'update'
    const { status } = isUpdate
      ? await api.ask('PUT', published ? path : `${path}?status=draft`, { title })
      : await api.ask('DELETE', path)
    expect([200, 204, 404], `${kind} ${path}`).toContain(status)
    if (!isUpdate) documents.splice(at % documents.length, 1)
  }
}

describe.each(DATABASES)('the index on %s', (kind) => {
  let site: SearchSite
  let programs: readonly ReturnType<typeof otherProgram>[]
  beforeAll(async () => {
    site = await openSearchSite(kind)
    programs = [otherProgram(kind, site.database), otherProgram(kind, site.database)]
  })
  afterAll(async () => {
    for (const program of programs) await program.end()
    await site.close()
  })

  test(
    'equals a rebuilt one, whichever program writes',
    async () => {
      const write = apiWriter(site)
      const counts = { writes: 0, rows: 0 }
      const byApi = async (some: readonly Parameters<typeof write>[0][]) => {
        for (const one of some) await write(one)
      }
      const property = fc.asyncProperty(writes, async ({ api, others }) => {
        const bySql = programs.map(({ run }, index) => writeBySql(run, others[index] ?? [], kind))
        await Promise.all([...bySql, byApi(api)])
        const { there, fresh } = await indexedRows(kind, site.sql)
        expect(there).toEqual(fresh)
        counts.writes += [api, ...others].flat().length
        counts.rows = Math.max(counts.rows, there.length)
      })
      await fc.assert(property, { numRuns: randomRuns(TIMES), endOnFailure: true })
      console.log(`the index on ${kind}:`, counts)
      expect(counts.writes).toBeGreaterThanOrEqual(WRITES_AT_A_TIME * randomRuns(TIMES))
      const { id } = await site.writes.create('/api/articles', { title: 'A lantern at last' })
      expect(await site.ids('/api/articles?_q[text]="lantern at last"')).toEqual([id])
    },
    TIMEOUT_MS * Math.max(1, randomRuns(TIMES) / 100),
  )

  test('holds no row of a table that was emptied', async () => {
    await site.sql(kind === 'SQLite' ? 'delete from articles' : 'truncate articles cascade')
    expect((await indexedRows(kind, site.sql)).there).toEqual([])
  })
})
