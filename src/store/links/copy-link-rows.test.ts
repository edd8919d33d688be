import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { sqliteSyntax } from '../../dialects/sqlite/syntax.ts'
import type { Model } from '../../schema/schema.ts'
import { render, type Sql } from '../../sql/sql.ts'
import type { Store } from '../store.ts'
import { copyLinkRows } from './copy-link-rows.ts'

const SCHEMA = `
create table items (id integer primary key, document_id text, locale text, published_at text);
create index items_documents on items (document_id, locale, published_at);
create table lnk (id integer primary key, hub_id integer, item_id integer, item_ord float, hub_ord float);
create index lnk_fk on lnk (hub_id);
create index lnk_ifk on lnk (item_id);
create unique index lnk_uq on lnk (hub_id, item_id);
create index lnk_ofk on lnk (item_ord);
create index lnk_oifk on lnk (hub_ord);`

/** The plans of the statements that delete and insert, one line a step. */
async function plansOfWrites(): Promise<readonly (readonly string[])[]> {
  const database = new BetterSqlite3(':memory:')
  database.exec(SCHEMA)
  const plans: string[][] = []
  const run = async (statement: Sql) => {
    const { text, values } = render(statement, sqliteSyntax)
    const steps = database.prepare<unknown[], { detail: string }>(`explain query plan ${text}`).all(...values)
    if (!text.startsWith('select')) plans.push(steps.map(({ detail }) => detail))
    return []
  }
  const target = { uid: 'api::item.item', kind: 'collectionType', draftAndPublish: true, localized: false } as Model
  const tables = new Map([[target.uid, { table: 'items' }]])
  const store = { run, tables, dialect: { locks: null } } as unknown as Store
  const link = { table: 'lnk', near: 'hub_id', far: 'item_id', order: 'item_ord', where: [] }
  const pairing = { status: 'published', locale: null } as const
  const copy = { store, model: target, pairs: [{ from: 1, to: 2 }], pairing, isNew: false }
  await copyLinkRows(copy, { link, target, also: ['item_ord', 'hub_ord'], isOnce: true })
  database.close()
  return plans
}

describe('copyLinkRows', () => {
  it('looks up the copy of each link, so that the work is in proportion to the number of links', async () => {
    const plans = await plansOfWrites()
    expect(plans).toHaveLength(2)
    for (const plan of plans) {
      expect(plan.filter((step) => /^SEARCH k .*hub_id=\? AND item_id=\?/.test(step))).toHaveLength(1)
      const scanned = new Set(plan.filter((step) => step.startsWith('SCAN')))
      expect([...scanned]).toEqual(['SCAN json_each VIRTUAL TABLE INDEX 1:'])
      const order = plan.flatMap((step) => /^SEARCH ([ldc]) /.exec(step)?.[1] ?? [])
      expect(order).toEqual(['l', 'd', 'c'])
    }
  })
})
