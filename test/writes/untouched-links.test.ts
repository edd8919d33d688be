/** A write leaves the links of all other entries alone, and its own where it does not mention them: row for row. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importProject, type Lectern, openProject } from '../../src/index.ts'
import { CLIENTS, DATABASES } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { AS_FULL_ACCESS } from '../support/magazine.ts'
import { addRecordedTokens, magazinePlace, type Place } from '../transfer/places.ts'

const ARCHIVE = fixture('export/magazine-export.tar.gz')
const env = { TZ: 'UTC' }

type Entry = Readonly<Record<string, unknown>> & { readonly documentId: string }

const COUNT = 17
/** So many that articles which were never published are among them. */
const WITH_UNPUBLISHED = 41

/** Text attributes of types that link in every way there is. */
const TEXTS = { articles: 'summary', authors: 'bio', categories: 'name', reviews: 'text', memos: 'text' }

describe.each(DATABASES)('on %s', (kind) => {
  let place: Place
  let lectern: Lectern
  beforeAll(async () => {
    place = await magazinePlace(CLIENTS[kind])
    await importProject({ project: place.folder, database: place.database, env, archive: ARCHIVE })
    await addRecordedTokens(place)
    lectern = await openProject({ project: place.folder, database: place.database, env })
  })
  afterAll(async () => {
    await lectern?.close()
    await place?.remove()
  })

  const send = async (method: string, path: string, data?: object) => {
    const headers = { ...AS_FULL_ACCESS, 'content-type': 'application/json' }
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) }
    const response = await lectern.fetch(path, { method, headers, ...body })
    const answer = (await response.json()) as { readonly data: unknown }
    expect(response.status, `${method} ${path}: ${JSON.stringify(answer)}`).toBe(200)
    return answer.data
  }
  const linkTables = async () => {
    const names =
      kind === 'SQLite'
        ? "select name from sqlite_master where type = 'table'"
        : "select table_name from information_schema.tables where table_schema = 'public'"
    return (await place.sql(names)).map(([name]) => String(name)).filter((name) => /_(lnk|mph|cmps)$/.test(name))
  }
  const links = async () => {
    const tables = (await linkTables()).sort()
    const rows = await place.each(tables.map((table) => `select * from ${table} order by id`))
    return Object.fromEntries(tables.map((table, index) => [table, rows[index] ?? []]))
  }
  const entries = async (plural: string, status: string) =>
    (await send('GET', `/api/${plural}?pagination[pageSize]=100&status=${status}`)) as readonly Entry[]
  const rewrite = async (plural: string, status: string, query: string, count = COUNT) => {
    const text = TEXTS[plural as keyof typeof TEXTS]
    for (const entry of (await entries(plural, status)).slice(0, count)) {
      await send('PUT', `/api/${plural}/${entry.documentId}${query}`, { [text]: entry[text] })
    }
  }

  it.each(Object.keys(TEXTS))('%s: a text that is written again changes no link', async (plural) => {
    const before = await links()
    expect(Object.keys(before).length).toBeGreaterThan(20)
    await rewrite(plural, 'draft', '?status=draft')
    expect(await links()).toEqual(before)
    await rewrite(plural, 'published', '')
    expect(await links()).toEqual(before)
  })

  it('publishing again changes no link', async () => {
    const before = await links()
    for (const { documentId } of (await entries('articles', 'published')).slice(0, COUNT)) {
      await send('POST', `/api/articles/${documentId}/actions/publish`)
    }
    expect(await links()).toEqual(before)
  })

  it('a first publication adds links, and changes none', async () => {
    const before = await links()
    await rewrite('articles', 'draft', '', WITH_UNPUBLISHED)
    const after = await links()
    for (const [table, rows] of Object.entries(before)) {
      const now = new Set(after[table]?.map((row) => JSON.stringify(row)))
      expect(
        rows.filter((row) => !now.has(JSON.stringify(row))),
        table,
      ).toEqual([])
    }
    expect(after.articles_tags_lnk?.length).toBeGreaterThan(before.articles_tags_lnk?.length ?? 0)
  })
})
