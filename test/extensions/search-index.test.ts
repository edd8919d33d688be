/** The index follows the settings and the schema. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrateProject, openProject } from '../../src/index.ts'
import { DATABASES, filesOf, type Json, prepareSite } from '../writes/site.ts'
import { partsOf } from './search-rows.ts'
import { SEARCH_SPEC } from './search-site.ts'

describe.each(DATABASES)('migrate on %s', (kind) => {
  const withSearch = (search: Json, attributes: Json = SEARCH_SPEC.types.article.attributes) => ({
    ...SEARCH_SPEC,
    types: { ...SEARCH_SPEC.types, article: { ...SEARCH_SPEC.types.article, attributes } },
    config: { api: { search } },
  })

  test('creates an index, rebuilds it for other fields and columns, and removes it', async () => {
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
      // Configured, but not created yet.
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
      // No index depends on weights.
      expect(await change({ 'api::article.article': { title: 9 } })).toEqual([])
      await change({ 'api::article.article': { title: 9, body: 1 } })
      expect((await partsOf(kind, sql)).filter((part) => parts.includes(part))).toEqual([])
      expect([await found('_q[text]=lantern'), await found('_q[text]=mill')]).toEqual([1, 1])
      // A lost trigger is created again, and the index gets the rows written meanwhile.
      const [, trigger = ''] = (await partsOf(kind, sql)).filter((part) => /_(update|insert|row|truncate)$/.test(part))
      await sql(kind === 'SQLite' ? `drop trigger ${trigger}` : `drop trigger ${trigger} on articles`)
      await sql("update articles set title = 'lamp'")
      expect(await change({ 'api::article.article': { title: 9, body: 1 } })).not.toEqual([])
      expect([await found('_q[text]=lamp'), await found('_q[text]=lantern')]).toEqual([1, 0])
      // One searched column is dropped, and another one changes its type.
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

  test('settings for attributes that cannot be searched prevent the start', async () => {
    const search = { 'api::articel.article': { title: 1 }, 'api::article.article': { secret: 1, views: 1, titel: 1 } }
    const { folder, database, remove } = await prepareSite(kind, withSearch({}))
    writeFileSync(join(folder, 'config/api.json'), JSON.stringify({ search }))
    const error = await openProject({ project: folder, database, env: {} }).catch((reason: unknown) => reason)
    await remove()
    const { problems } = error as { problems: readonly { path: string; message: string }[] }
    expect(problems.map(({ path }) => path)).toEqual([
      'search.api::articel.article',
      'search.api::article.article.secret',
      'search.api::article.article.views',
      'search.api::article.article.titel',
    ])
    expect(problems.map(({ message }) => message).slice(2)).toEqual([
      expect.stringMatching(/^Only texts that responses show can be searched\./),
      expect.stringMatching(/^There is no field of this name\..*title/),
    ])
  })
})
