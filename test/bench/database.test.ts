import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { danglingRows } from '../../bench/database/check-database.ts'
import { makeScaledDatabase } from '../../bench/database/scaled-database.ts'
import { fixtureDatabase } from '../../bench/project-root.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
const out = join(folder, 'magazine-2.sqlite')
const make = (scale: number, file = out): boolean =>
  makeScaledDatabase({ source: fixtureDatabase, out: file, scale, log: () => undefined })

const source = new Database(fixtureDatabase, { readonly: true })
let copy: Database.Database

beforeAll(() => {
  make(2)
  copy = new Database(out, { readonly: true })
})

afterAll(() => {
  source.close()
  copy.close()
  rmSync(folder, { recursive: true })
})

const one = (db: Database.Database, sql: string): unknown => db.prepare(sql).pluck().get()

describe('a database made for the bench', () => {
  it.each(['articles', 'articles_cmps', 'reviews_article_lnk', 'components_shared_seos', 'files_related_mph', 'files'])(
    'has %s twice',
    (table) => {
      const count = `select count(*) from ${table}`
      expect(one(copy, count)).toBe(2 * Number(one(source, count)))
    },
  )

  it.each(['up_permissions', 'strapi_api_tokens', 'i18n_locale', 'homepages', 'homepages_featured_lnk'])(
    'has %s once',
    (table) => {
      const count = `select count(*) from ${table}`
      expect(one(copy, count)).toBe(one(source, count))
    },
  )

  it.each(['articles', 'comments', 'reviews'])('has every document of %s under an id of its own', (table) => {
    const count = `select count(distinct document_id) from ${table}`
    expect(one(copy, count)).toBe(2 * Number(one(source, count)))
  })

  it('breaks no foreign key', () => {
    expect(copy.pragma('foreign_key_check')).toEqual([])
  })

  it('leaves no polymorphic link dangling that did not dangle before', () => {
    const before = danglingRows(source)
    const doubled = Object.entries(before).map(([table, count]) => [
      table,
      table.startsWith('homepages') ? count : 2 * count,
    ])
    expect(danglingRows(copy)).toEqual(Object.fromEntries(doubled))
  })

  it('links the second copy only to itself', () => {
    const crossing = `select count(*) from articles_author_lnk where (article_id > 100000) <> (author_id > 100000)`
    expect(one(copy, crossing)).toBe(0)
    const covers = `select count(*) from files_related_mph where (file_id > 100000) <> (related_id > 100000)`
    expect(one(copy, covers)).toBe(0)
  })

  it('keeps the indexes', () => {
    const names = "select group_concat(name order by name) from sqlite_master where type = 'index'"
    expect(one(copy, names)).toBe(one(source, names))
  })

  it('is reused when the scale is the same, and created again when it is not', () => {
    const written = statSync(out).mtimeMs
    expect(make(2)).toBe(false)
    expect(statSync(out).mtimeMs).toBe(written)
    const other = join(folder, 'other.sqlite')
    expect(make(1, other)).toBe(true)
    expect(make(3, other)).toBe(true)
  })

  it('refuses a scale that is not a whole number above zero', () => {
    expect(() => make(0, join(folder, 'none.sqlite'))).toThrow('The scale must be a whole number')
    expect(() => make(1.5, join(folder, 'none.sqlite'))).toThrow('The scale must be a whole number')
  })
})
