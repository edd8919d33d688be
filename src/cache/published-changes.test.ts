import { describe, expect, it } from 'vitest'
import { schemaOf } from '../../test/support/schema-of.ts'
import { sqliteDialect } from '../dialects/sqlite/dialect.ts'
import type { NotedChange } from '../execute/database.ts'
import { tableRoles } from '../tables/table-roles.ts'
import { createPublishedChanges } from './published-changes.ts'

const OWNERS = ['article', 'page', 'product', 'event']

const schema = schemaOf({
  types: Object.fromEntries(
    OWNERS.map((name) => [name, { seo: { type: 'component', component: 'shared.seo', repeatable: false } }]),
  ),
  components: { 'shared.seo': { title: { type: 'string' } } },
})

const change = (id: number): NotedChange => ({
  id: String(id),
  table: 'components_shared.seo',
  near: String(id),
  far: null,
  type: null,
  step: 1n,
})

/** The component with id n belongs to row n of each owner; rows with an even id are published. */
function world() {
  const seen = { waits: 0, statements: 0 }
  let waiting: Promise<void> | null = null
  const roundTrip = () => {
    waiting ??= new Promise((resolve) => {
      seen.waits += 1
      setImmediate(() => {
        waiting = null
        resolve()
      })
    })
    return waiting
  }
  const run = async ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) => {
    seen.statements += 1
    await roundTrip()
    const ids = values.map(Number)
    return text.includes('cmp_id') ? ids.map((id) => [id, id]) : ids.filter((id) => id % 2 === 0).map((id) => [id])
  }
  const parts = {
    schema,
    roles: tableRoles(schema),
    database: { run },
    dialect: sqliteDialect,
    forget: () => undefined,
  }
  return { seen, changes: createPublishedChanges(parts) }
}

describe('createPublishedChanges', () => {
  it('finds the owners of any number of components in one round trip per level', async () => {
    const { seen, changes } = world()
    expect(await changes.areShown([change(1), change(2), change(3)])).toEqual([false, true, false])
    expect(seen.statements).toBe(2 * OWNERS.length)
    expect(seen.waits).toBe(2)
  })

  it('looks up many rows at once, in statements of limited length', async () => {
    const { seen, changes } = world()
    const many = Array.from({ length: 1_200 }, (_, index) => change(index + 1))
    expect(await changes.areShown(many)).toEqual(many.map((_, index) => index % 2 === 1))
    expect(seen.statements).toBe(2 * 3 * OWNERS.length)
    expect(seen.waits).toBe(2)
  })
})
