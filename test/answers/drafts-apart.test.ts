/** Changes of drafts do not invalidate published responses, while changes that affect published responses always do. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, migrateProject, openProject } from '../../src/index.ts'
import { randomRuns } from '../support/random-runs.ts'
import { DATABASES, type DatabaseKind, openSite, type Site } from '../writes/site.ts'
import { connectTo, type Session } from './sessions.ts'
import { createWatch, DRAFTS, openUncached, PUBLISHED, SPEC } from './watched-site.ts'

describe.each(DATABASES)('on %s', (kind: DatabaseKind) => {
  let site: Site
  let sessions: readonly Session[]
  let uncached: Awaited<ReturnType<typeof openUncached>>
  let article: string
  let category: string

  beforeAll(async () => {
    site = await openSite(kind, SPEC)
    uncached = await openUncached(site)
    sessions = [await connectTo(kind, site.database), await connectTo(kind, site.database)]
    const author = (await site.create('/api/authors', { name: 'Ada' })).documentId
    category = (await site.create('/api/categorys', { name: 'birds' })).documentId
    article = (await site.create('/api/articles', full('first', author, category))).documentId
    await site.create('/api/articles', full('second', author, category))
  })
  afterAll(async () => {
    for (const session of sessions) await session.close()
    await uncached.close()
    await site.close()
  })

  const full = (title: string, author: string, ofCategory: string) => ({
    title,
    author,
    category: ofCategory,
    cover: 1,
    seo: { heading: title, links: [{ label: title, author }] },
    zone: [{ __component: 'shared.link', label: title, author }],
  })

  const watch = (paths: readonly string[], server: Lectern = site.lectern) =>
    createWatch(server, uncached.lectern, paths)

  it('saving a draft invalidates no published response, and reads none again', async () => {
    const [published, drafts] = [watch(PUBLISHED), watch(DRAFTS)]
    await published.look()
    await drafts.look()
    const other = await site.create('/api/authors?fields=name', { name: 'Grace' })
    expect((await published.look()).changed).toEqual(PUBLISHED.filter((path) => path.includes('author')))
    for (const round of [1, 2, 3]) {
      await site.update(`/api/articles/${article}?status=draft`, full(`draft ${round}`, other.documentId, category))
      expect((await published.look()).changed).toEqual([])
      expect((await drafts.look()).changed).toEqual(DRAFTS)
    }
    await site.create('/api/articles?status=draft', full('a new draft', other.documentId, category))
    await site.ask('PUT', `/api/categorys/${category}?status=draft`, { name: 'owls' })
    expect((await published.look()).changed).toEqual([])
    await site.update(`/api/articles/${article}`, full('published', other.documentId, category))
    expect((await published.look()).changed).toEqual(PUBLISHED)
  })

  it('other servers, and those that start later, have the same ETags', async () => {
    const before = await watch(PUBLISHED).look()
    await sessions[0]?.run("update articles set title = 'by hand' where published_at is null")
    const later = await openProject({ project: site.folder, database: site.database, env: {} })
    expect((await watch(PUBLISHED, later).look()).tags).toEqual(before.tags)
    expect((await watch(PUBLISHED).look()).tags).toEqual(before.tags)
    await later.close()
  })

  it("statements for a draft in Strapi's order: components first, then the entry, then links", async () => {
    const published = watch(PUBLISHED)
    await published.look()
    const [session] = sessions
    const [draft] = (await session?.rows('select max(id) from articles where published_at is null')) ?? []
    await session?.run('begin')
    await session?.run("insert into components_shared_links (id, label) values (5001, 'nested')")
    await session?.run("insert into components_shared_seos (id, heading) values (5002, 'new')")
    await session?.run(
      "insert into components_shared_seos_cmps (entity_id, cmp_id, component_type, field, \"order\") values (5002, 5001, 'shared.link', 'links', 1)",
    )
    await session?.run(`delete from articles_cmps where entity_id = ${draft} and field = 'seo'`)
    await session?.run(`update articles set title = 'as Strapi does it' where id = ${draft}`)
    await session?.run(
      `insert into articles_cmps (entity_id, cmp_id, component_type, field, "order") values (${draft}, 5002, 'shared.seo', 'seo', 1)`,
    )
    await session?.run(`delete from articles_author_lnk where article_id = ${draft}`)
    await session?.run(`insert into articles_author_lnk (article_id, author_id) values (${draft}, 1)`)
    await session?.run(
      `insert into files_related_mph (file_id, related_id, related_type, field, "order") values (2, ${draft}, 'api::article.article', 'cover', 1)`,
    )
    await session?.run(`delete from components_shared_links where id = 5001`)
    await session?.run('commit')
    expect((await published.look()).changed).toEqual([])
  })

  it('notes of drafts are removed when there are many, without any effect on responses', async () => {
    const published = watch(PUBLISHED)
    await published.look()
    const rows = Array.from({ length: 150 }, (_, index) => `(${6_000 + index}, 'of nobody')`)
    await sessions[0]?.run(`insert into components_shared_links (id, label) values ${rows.join(', ')}`)
    const left = async () => Number((await sessions[0]?.rows('select count(*) from lectern_notes'))?.[0])
    await expect.poll(async () => (await published.look()).changed.length * 1_000 + (await left())).toBeLessThan(100)
  })

  it('nothing that a published response shows changes unseen, in random histories of statements in any order', {
    timeout: 120_000,
  }, async () => {
    const seen = watch([...PUBLISHED, ...DRAFTS])
    await seen.look()
    let changes = 0
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryStatement(kind), { minLength: 1, maxLength: 4 }), async (statements) => {
        const [session] = sessions
        await session?.attempt(statements)
        changes += (await seen.look()).changed.length
      }),
      { numRuns: randomRuns(kind === 'SQLite' ? 60 : 25) },
    )
    expect(changes).toBeGreaterThan(0)
  })

  it.runIf(kind === 'PostgreSQL')(
    'nor where transactions overlap, and end in another order',
    { timeout: 120_000 },
    async () => {
      const seen = watch([...PUBLISHED, ...DRAFTS])
      await seen.look()
      const step = fc.record({ by: fc.nat(1), statement: arbitraryStatement(kind), ends: fc.boolean() })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
          for (const session of sessions) await session.begin()
          for (const { by, statement, ends } of steps) {
            await sessions[by]?.tryRun(statement)
            if (ends) await sessions[by]?.commit()
            if (ends) await seen.look()
            if (ends) await sessions[by]?.begin()
          }
          for (const session of sessions) await session.commit()
          await seen.look()
        }),
        { numRuns: randomRuns(10) },
      )
    },
  )

  it('with the triggers of an older version each change counts, until lectern migrate', async () => {
    const [session] = sessions
    for (const event of ['insert', 'update', 'delete', 'replace']) {
      const drop = `drop trigger if exists lectern_noted_${event}`
      await session?.run(kind === 'SQLite' ? `${drop}_articles` : `${drop} on articles`)
    }
    const published = watch(PUBLISHED)
    await published.look()
    await session?.run("update articles set title = 'older' where published_at is null")
    expect((await published.look()).changed).toEqual(PUBLISHED)
    const { changes } = await migrateProject({ project: site.folder, database: site.database, env: {} })
    expect(changes.map(({ text }) => text)).toContain('track changes of articles')
    expect((await published.look()).changed).toEqual(PUBLISHED)
    const changedByDraft = async () => {
      await session?.run("update articles set title = 'newer' where published_at is null")
      return (await published.look()).changed
    }
    // Repeated: a server that detects the migration meanwhile looks up earlier notes again.
    await expect.poll(changedByDraft, { timeout: 60_000 }).toEqual([])
    const again = await migrateProject({ project: site.folder, database: site.database, env: {} })
    expect(again.changes).toEqual([])
  })
})

const id = fc.integer({ min: 1, max: 12 })
const word = fc.constantFrom('a', 'b', 'c', 'd')
const version = fc.constantFrom('null', "'2024-01-01 00:00:00'")

/** By SQL: rows of every table are inserted, deleted, changed and moved, and versions are switched in place. */
function arbitraryStatement(kind: DatabaseKind): fc.Arbitrary<string> {
  const insert = kind === 'SQLite' ? fc.constantFrom('insert', 'insert or replace') : fc.constant('insert')
  const text = fc.constantFrom(
    ['articles', 'title'],
    ['authors', 'name'],
    ['categorys', 'name'],
    ['components_shared_seos', 'heading'],
    ['components_shared_links', 'label'],
  )
  const link = fc.constantFrom(
    ['articles_author_lnk', 'article_id', 'author_id'],
    ['articles_category_lnk', 'article_id', 'category_id'],
    ['components_shared_links_author_lnk', 'link_id', 'author_id'],
  )
  const owner = fc.constantFrom(
    ['articles_cmps', 'seo', 'shared.seo'],
    ['articles_cmps', 'zone', 'shared.link'],
    ['components_shared_seos_cmps', 'links', 'shared.link'],
  )
  return fc.oneof(
    fc
      .tuple(text, id, word)
      .map(([[table, column], row, value]) => `update ${table} set ${column} = '${value}' where id = ${row}`),
    fc
      .tuple(insert, text, id, word)
      .map(([how, [table, column], row, value]) => `${how} into ${table} (id, ${column}) values (${row}, '${value}')`),
    fc
      .tuple(fc.constantFrom('articles', 'categorys'), id, version)
      .map(([table, row, at]) => `update ${table} set published_at = ${at} where id = ${row}`),
    fc
      .tuple(fc.constantFrom('articles', 'categorys'), id, fc.integer({ min: 1, max: 40 }))
      .map(([table, row, to]) => `update ${table} set id = ${to} where id = ${row}`),
    fc.tuple(text, id).map(([[table], row]) => `delete from ${table} where id = ${row}`),
    fc
      .tuple(insert, link, id, id)
      .map(([how, [table, near, far], a, b]) => `${how} into ${table} (${near}, ${far}) values (${a}, ${b})`),
    fc.tuple(link, id, id).map(([[table, near], row, to]) => `update ${table} set ${near} = ${to} where id = ${row}`),
    fc.tuple(link, id).map(([[table], row]) => `delete from ${table} where id = ${row}`),
    fc
      .tuple(owner, id, id)
      .map(
        ([[table, field, type], a, b]) =>
          `insert into ${table} (entity_id, cmp_id, component_type, field, "order") values (${a}, ${b}, '${type}', '${field}', 1)`,
      ),
    fc.tuple(owner, id, id).map(([[table], row, to]) => `update ${table} set entity_id = ${to} where id = ${row}`),
    fc.tuple(owner, id).map(([[table], row]) => `delete from ${table} where id = ${row}`),
    fc
      .tuple(fc.constantFrom('api::article.article', 'shared.seo'), id, id)
      .map(
        ([type, row, file]) =>
          `insert into files_related_mph (file_id, related_id, related_type, field, "order") values (${file}, ${row}, '${type}', 'cover', 1)`,
      ),
    fc.tuple(id, id).map(([row, to]) => `update files_related_mph set related_id = ${to} where id = ${row}`),
    id.map((row) => `delete from files_related_mph where id = ${row}`),
    id.map((row) => `update files set name = name || '.' where id = ${row}`),
  )
}
