import { expect, it } from 'vitest'
import { bind, type Sql, sql } from '../../sql/sql.ts'
import type { DocumentRef } from '../documents/document-ref.ts'
import type { Store } from '../store.ts'
import { lockPartValues } from './lock-parts.ts'

const DOCUMENT = { type: { uid: 'api::page.page' }, documentId: 'a', locale: null } as unknown as DocumentRef

async function locksFor(values: readonly string[]): Promise<number> {
  let taken = 0
  const run = async (_: Sql) => {
    taken += 1
    return []
  }
  const store = { run, dialect: { locks: { key: (key: string) => sql`${bind(key)}` } } } as unknown as Store
  await lockPartValues(store, DOCUMENT, { key: 'items sku', values })
  return taken
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `sku ${index}`)

it('locks a few values one by one, each once', async () => {
  expect(await locksFor([...numbered(3), 'sku 0'])).toBe(3)
})

it('takes one lock for many values: a database has room for some thousand, of all writers together', async () => {
  expect(await locksFor(numbered(1_000))).toBe(1)
})
