/** The index is what one made afresh would be, whoever has written, and follows the settings and the schema. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateProject, openProject } from '../../src/index.ts'
import { createSession } from '../support/postgres.ts'
import { randomRuns } from '../support/random-runs.ts'
import { type Cell, DATABASES, type DatabaseKind, filesOf, type Json, prepareSite } from '../writes/site.ts'
import { openSearchSite, SEARCH_SPEC, type SearchSite } from './search-site.ts'

type Sql = SearchSite['sql']

const partsOf = async (kind: DatabaseKind, sql: Sql) =>
  (
    await sql(
      kind === 'SQLite'
        ? "select name from sqlite_master where name glob 'lectern_words_articles_*' and (type = 'trigger' or sql like 'create virtual%') order by 1"
        : "select tgname::text from pg_trigger where tgname like 'lectern\\_words\\_articles%' union all select relname::text from pg_class where relkind = 'r' and relname like 'lectern\\_words\\_articles%' order by 1",
    )
  ).map(([name]) => String(name))

/** Rows of the index, and the same made of the table as it is. */
async function indexed(kind: DatabaseKind, sql: Sql) {
  const [index = ''] = await partsOf(kind, sql)
  if (kind === 'PostgreSQL') {
    return {
      there: await sql(`select id, c0::text, c1::text, long from ${index} order by id`),
      fresh: await sql(
        'select id, lectern_vector(lectern_words(body))::text, lectern_vector(lectern_words(title))::text, lectern_is_long(lectern_words(body)) or lectern_is_long(lectern_words(title)) from articles order by id',
      ),
    }
  }
  const both = `select 'p', rowid, c0, c1 from ${index} union all select 'd', rowid, c0, c1 from ${index}_drafts order by 2`
  for (const table of [index, `${index}_drafts`]) await sql(`insert into ${table}(${table}) values ('integrity-check')`)
  return {
    there: await sql(both),
    fresh: await sql(
      "select case when published_at is null then 'd' else 'p' end, id, body, title from articles order by id",
    ),
  }
}

const value = fc.constantFrom(null, 'a lantern', 'Ünïcode', 'old old mill', "it's", '')
type Kind = 'insert' | 'title' | 'publish' | 'views' | 'replace' | 'move' | 'delete' | 'create'
const KINDS: readonly Kind[] = ['insert', 'title', 'publish', 'views', 'replace', 'move', 'delete', 'create']
const write = fc.record({
  kind: fc.constantFrom(...KINDS),
  title: value,
  body: value,
  published: fc.boolean(),
  at: fc.nat(30),
})

interface Write {
  readonly kind: Kind
  readonly title: string | null
  readonly body: string | null
  readonly published: boolean
  readonly at: number
}

const quoted = (text: string | null) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`)

function statementOf({ kind: what, title, body, published, at }: Write, kind: DatabaseKind): string {
  const moment = published ? (kind === 'SQLite' ? '1700000000000' : "'2024-01-01'") : 'null'
  const chosen = `(select id from articles order by id limit 1 offset ${at})`
  switch (what) {
    case 'create':
    case 'insert':
      return `insert into articles (title, body, published_at) values (${quoted(title)}, ${quoted(body)}, ${moment})`
    case 'title':
      return `update articles set title = ${quoted(title)} where id = ${chosen}`
    case 'publish':
      return `update articles set published_at = ${moment} where id = ${chosen}`
    case 'views':
      return `update articles set views = 1 where id >= coalesce(${chosen}, 0)`
    case 'move':
      return `update articles set id = -id where id = ${chosen}`
    case 'delete':
      return `delete from articles where id = ${chosen}`
    case 'replace':
      return kind === 'SQLite'
        ? `insert or replace into articles (id, title) select id, ${quoted(title)} from articles where id = ${chosen}`
        : `insert into articles (id, title) select id, ${quoted(title)} from articles where id = ${chosen} on conflict (id) do update set title = excluded.title`
  }
}

/** Statements of another program: on PostgreSQL, in a session of its own. */
function otherProgram(kind: DatabaseKind, site: SearchSite): { readonly run: Sql; end(): Promise<void> } {
  if (kind === 'SQLite') return { run: site.sql, end: async () => {} }
  const session = createSession(site.database)
  return { run: (text) => session.rows<Cell[]>(text), end: () => session.end() }
}

describe.each(DATABASES)('the index on %s', (kind) => {
  let site: SearchSite
  let other: ReturnType<typeof otherProgram>
  beforeAll(async () => {
    site = await openSearchSite(kind)
    other = otherProgram(kind, site)
  })
  afterAll(async () => {
    await other.end()
    await site.close()
  })

  test('is what one made afresh would be, whoever writes', async () => {
    const property = fc.asyncProperty(fc.array(write, { minLength: 30, maxLength: 30 }), async (writes) => {
      const byApi = writes.filter((one) => one.kind === 'create')
      const byOthers = writes.filter((one) => one.kind !== 'create')
      const [first, second] = [byOthers.filter((_, at) => at % 2 === 0), byOthers.filter((_, at) => at % 2 === 1)]
      const inTurn = async (run: Sql, some: readonly Write[]) => {
        for (const one of some) await run(statementOf(one, kind))
      }
      const created = async () => {
        for (const one of byApi) await site.writes.create('/api/articles', { title: one.title, body: one.body })
      }
      await Promise.all([inTurn(site.sql, first), inTurn(other.run, second), created()])
      const { there, fresh } = await indexed(kind, site.sql)
      expect(there).toEqual(fresh)
    })
    await fc.assert(property, { numRuns: randomRuns(2), endOnFailure: true })
    expect((await indexed(kind, site.sql)).there.length).toBeGreaterThan(0)
  })

  test('holds no row of a table that was emptied', async () => {
    await site.sql(kind === 'SQLite' ? 'delete from articles' : 'truncate articles cascade')
    expect((await indexed(kind, site.sql)).there).toEqual([])
  })
})

describe.each(DATABASES)('migrate on %s', (kind) => {
  const withSearch = (search: Json, attributes: Json = SEARCH_SPEC.types.article.attributes) => ({
    ...SEARCH_SPEC,
    types: { ...SEARCH_SPEC.types, article: { ...SEARCH_SPEC.types.article, attributes } },
    config: { api: { search } },
  })

  test('makes an index, makes it anew for other fields and columns, and removes it', async () => {
    const { folder, database, sql, remove } = await prepareSite(kind, withSearch({}))
    const place = { project: folder, database, env: {} }
    const change = async (search: Json, attributes?: Json) => {
      for (const [path, file] of Object.entries(filesOf(withSearch(search, attributes)))) {
        writeFileSync(join(folder, path), JSON.stringify(file))
      }
      const { changes } = await migrateProject({ ...place, allowDataLoss: true })
      return changes.map(({ text }) => text)
    }
    const found = async (query: string) => {
      const lectern = await openProject({ ...place, extensions: ['search'] })
      const response = await lectern.fetch(`/api/articles?${query}&status=draft&fields=id`)
      const { data } = (await response.json()) as { data: readonly unknown[] | null }
      await lectern.close()
      return response.status === 200 ? (data?.length ?? 0) : response.status
    }
    await sql("insert into articles (title, body) values ('lantern', 'mill')")
    try {
      expect(await partsOf(kind, sql)).toEqual([])
      // Asked for, and not made yet.
      writeFileSync(
        join(folder, 'config/api.json'),
        JSON.stringify({ search: { 'api::article.article': { title: 1 } } }),
      )
      expect(await found('_q[text]=lantern')).toBe(503)
      expect(await change({ 'api::article.article': { title: 1 } })).toEqual(
        expect.arrayContaining(['index the words of title in articles']),
      )
      expect(await found('_q[text]=lantern')).toBe(1)
      const parts = await partsOf(kind, sql)
      // Weights are part of no index.
      expect(await change({ 'api::article.article': { title: 9 } })).toEqual([])
      await change({ 'api::article.article': { title: 9, body: 1 } })
      expect((await partsOf(kind, sql)).filter((part) => parts.includes(part))).toEqual([])
      expect([await found('_q[text]=lantern'), await found('_q[text]=mill')]).toEqual([1, 1])
      // A trigger that is lost comes back, with what was written meanwhile.
      const [, trigger = ''] = (await partsOf(kind, sql)).filter((part) => /_(update|insert|row|truncate)$/.test(part))
      await sql(kind === 'SQLite' ? `drop trigger ${trigger}` : `drop trigger ${trigger} on articles`)
      await sql("update articles set title = 'lamp'")
      expect(await change({ 'api::article.article': { title: 9, body: 1 } })).not.toEqual([])
      expect([await found('_q[text]=lamp'), await found('_q[text]=lantern')]).toEqual([1, 0])
      // A searched column goes, and another one changes its type.
      const { body: _body, title: _title, ...others } = SEARCH_SPEC.types.article.attributes
      await change({ 'api::article.article': { title: 9 } }, { ...others, title: { type: 'text' } })
      expect(await found('_q[text]=lamp')).toBe(1)
      await change({})
      expect(await partsOf(kind, sql)).toEqual([])
      expect(await found('_q[text]=lamp')).toBe(400)
    } finally {
      await remove()
    }
  })

  test('what cannot be searched stops the start', async () => {
    const search = { 'api::articel.article': { title: 1 }, 'api::article.article': { secret: 1, views: 1, titel: 1 } }
    const { folder, database, remove } = await prepareSite(kind, withSearch({}))
    writeFileSync(join(folder, 'config/api.json'), JSON.stringify({ search }))
    const error = await openProject({ project: folder, database, env: {} }).catch((reason: unknown) => reason)
    await remove()
    const { problems } = error as { problems: readonly { path: string }[] }
    expect(problems.map(({ path }) => path)).toEqual([
      'search.api::articel.article',
      'search.api::article.article.secret',
      'search.api::article.article.views',
      'search.api::article.article.titel',
    ])
  })
})
