/** Attributes named like keywords of SQL: statements tell the column from the keyword. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { type Asker, askerOf } from '../support/ask.ts'
import { DATABASES, type Prepared, prepareSite, askerOf as writerOf } from '../writes/site.ts'

const SPEC = {
  types: {
    shelf: {
      attributes: {
        name: { type: 'string' },
        books: { type: 'relation', relation: 'manyToMany', target: 'api::book.book' },
      },
    },
    book: {
      attributes: {
        true: { type: 'boolean' },
        false: { type: 'boolean' },
        rowid: { type: 'integer' },
        current_date: { type: 'string' },
        parts: { type: 'component', component: 'book.part', repeatable: true },
        body: { type: 'dynamiczone', components: ['book.part'] },
      },
    },
  },
  components: { 'book.part': { true: { type: 'boolean' }, title: { type: 'string' } } },
} as const

describe.each(DATABASES)('on %s', (kind) => {
  let prepared: Prepared
  let lectern: Lectern
  let ask: Asker
  beforeAll(async () => {
    prepared = await prepareSite(kind, SPEC)
    const { folder: project, database } = prepared
    lectern = await openProject({ project, database, env: {}, extensions: EXTENSION_NAMES })
    ask = askerOf(lectern)
    const { create } = writerOf((path, init) => lectern.fetch(path, init))
    const part = (title: string) => ({ true: false, title })
    const full = { true: false, false: true, rowid: 7, current_date: 'a', parts: [part('one'), part('two')] }
    const whole = await create('/api/books', { ...full, body: [{ __component: 'book.part', ...part('one') }] })
    const bare = await create('/api/books', { true: true, false: false, rowid: 7, current_date: 'b' })
    await create('/api/shelfs', { name: 'whole', books: [whole.documentId] })
    await create('/api/shelfs', { name: 'both', books: [whole.documentId, bare.documentId] })
    await create('/api/shelfs', { name: 'empty' })
  })
  afterAll(async () => {
    await lectern?.close()
    await prepared?.remove()
  })

  const shelves = async (filters: string) => {
    const { data } = await ask.body(`/api/shelfs?${filters}&sort=id&fields=name`)
    return data.map(({ name }) => name)
  }

  // Where the table is in scope, SQLite takes an unquoted `true` for this column.
  it.each([
    ['filters[books][$every][current_date]=a', ['whole', 'empty']],
    ['filters[books][$every][true]=false', ['whole', 'empty']],
    ['filters[books][$every][parts][$some][title]=two', ['whole', 'empty']],
    ['filters[books][$every][parts][$every][title][$in][0]=one', ['empty']],
    ['filters[books][$some][parts][$every][true]=false', ['whole', 'both']],
    ['filters[books][$every][body][$every][on][book.part][title]=one', ['whole', 'both', 'empty']],
    ['filters[books][$every][body][$some][on][book.part]=true', ['whole', 'empty']],
    ['filters[$not][books][$every][rowid]=7', []],
  ])('%s', async (filters, names) => {
    expect(await shelves(filters)).toEqual(names)
  })
})
