/** Content of a database that stores texts and numbers of any size, imported into one that does not. */

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportProject, type ImportOptions, importProject, ProjectError } from '../../src/index.ts'
import { openSite, type Site, type SiteSpec } from '../writes/site.ts'

const spec = (title: string): SiteSpec => ({
  types: {
    note: {
      attributes: {
        title: { type: title },
        slug: { type: 'uid' },
        views: { type: 'integer' },
        price: { type: 'decimal' },
        parts: { type: 'component', component: 'part.leaf', repeatable: true },
      },
    },
  },
  components: { 'part.leaf': { text: { type: 'string' } } },
})

const LONG = '🙂'.repeat(256)

describe('values that a column has no room for', () => {
  let from: Site
  let archive: string

  beforeAll(async () => {
    from = await openSite('SQLite', spec('string'))
    archive = join(from.folder, 'archive.tar.gz')
    const fits = { title: '🙂'.repeat(255), slug: 'fits', views: -2147483648, price: 99999999.99 }
    await from.create('/api/notes', { ...fits, parts: [{ text: 'short' }] })
    for (const slug of ['b', 'c']) await from.create('/api/notes', { slug, parts: [{ text: 'x' }] })
    // As Strapi stores them there.
    await from.sql(
      `update notes set title = '${LONG}', views = 1760000000000, price = 123456789.5 where slug in ('b', 'c')`,
    )
    await from.sql(`update components_part_leafs set text = 'a' || char(0) || 'b' where text = 'x'`)
    await from.sql(`update notes set slug = slug || '${'s'.repeat(255)}' where slug = 'c'`)
    await exportProject({ project: from.folder, database: from.database, env: {}, archive })
  })
  afterAll(() => from.close())

  async function importing(schema: SiteSpec, options: Partial<ImportOptions>, prepare: readonly string[] = []) {
    const to = await openSite('PostgreSQL', schema)
    try {
      for (const statement of prepare) await to.sql(statement)
      const importing = importProject({ project: to.folder, database: to.database, env: {}, archive, ...options })
      const refused = await importing.then(
        () => [],
        (error: unknown) => {
          if (!(error instanceof ProjectError)) throw error
          return error.problems.map(({ path, message }) => `${path}: ${message}`)
        },
      )
      return { refused, notes: await to.list('/api/notes?sort=id&populate=*') }
    } finally {
      await to.close()
    }
  }

  it('are all named before anything is written', async () => {
    const { refused, notes } = await importing(spec('string'), { replace: true })
    const named = refused.map((line) => line.replace(/"[^"]*…/, 'TEXT').replace(/"c?s{30,}"?/, 'TEXT'))
    expect(named.toSorted()).toEqual([
      'api::note.note.price: 123456789.5 is beyond 99999999.99, where a decimal ends; a "float" has room for it. --ignore-missing leaves such values out. (2 times)',
      'api::note.note.slug: TEXT is longer than 255 characters. --ignore-missing leaves such values out.',
      'api::note.note.title: TEXT is longer than 255 characters; a "text" has room for it. --ignore-missing leaves such values out. (2 times)',
      'api::note.note.views: 1760000000000 needs more than the 32 bits of an integer; a "biginteger" has 64. --ignore-missing leaves such values out. (2 times)',
      'null: Nothing was imported. Fix the schema files, or leave out what they do not have with --ignore-missing.',
      'part.leaf.text: "a\\u0000b" has a NUL character, which cannot be stored. --ignore-missing leaves such values out. (2 times)',
    ])
    expect(notes).toEqual([])
  })

  it('are left out on request, and nothing else is', async () => {
    const { refused, notes } = await importing(spec('string'), { ignoreMissing: true })
    expect(refused).toEqual([])
    expect(notes.map(({ title, slug, views, price, parts }) => ({ title, slug, views, price, parts }))).toMatchObject([
      { title: '🙂'.repeat(255), slug: 'fits', views: -2147483648, price: 99999999.99, parts: [{ text: 'short' }] },
      { title: null, slug: 'b', views: null, price: null, parts: [{ text: null }] },
      { title: null, slug: null, views: null, price: null, parts: [{ text: null }] },
    ])
  })

  it('fit where the attribute, or a column that was altered by hand, has room', async () => {
    const wider = ['alter table notes alter column views type bigint']
    const { notes } = await importing(spec('text'), { ignoreMissing: true }, wider)
    expect(notes.map(({ title, views }) => [title, Number(views)]).at(-1)).toEqual([LONG, 1760000000000])
  })
})
