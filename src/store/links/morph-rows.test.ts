import { describe, expect, it } from 'vitest'
import { COMMON_SYNTAX } from '../../sql/common-syntax.ts'
import { render, type Sql } from '../../sql/sql.ts'
import type { Via } from '../../tables/tables.ts'
import type { Store } from '../store.ts'
import { type LinkedRows, type Pointed, placeRows } from './morph-rows.ts'

const VIA: Via = {
  table: 'mph',
  near: 'box_id',
  far: 'anything_id',
  order: 'order',
  where: [{ column: 'anything_type', equals: 'api::tag.tag' }],
}

const tag = (id: number): Pointed => `api::tag.tag ${id}`
const tags = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => tag(from + index))

/** As they are stored: one link row for each, in this order. */
const stored = (list: readonly Pointed[]): LinkedRows =>
  new Map(list.map((to, index) => [to, [{ id: index + 1, order: index + 1 }]]))

/** The statements that are run, and how many rows are left to insert. */
async function placing(before: readonly Pointed[], after: readonly Pointed[]) {
  const texts: string[] = []
  const run = async (statement: Sql) => {
    texts.push(render(statement, { ...COMMON_SYNTAX, placeholder: () => '?' }).text)
    return []
  }
  const place = { store: { run } as unknown as Store, id: 7, via: VIA }
  const added = await placeRows(place, { before: stored(before), after })
  return { statements: texts.map((text) => text.slice(0, text.indexOf(' '))), added: added.length }
}

describe('placeRows', () => {
  it('runs nothing for a list that stays as it is', async () => {
    expect(await placing(tags(100, 1_100), tags(100, 1_100))).toEqual({ statements: [], added: 0 })
  })

  it('runs as many statements for a long list as for a short one', async () => {
    const change = (items: number) =>
      placing(tags(100, 100 + items), [...tags(102, 100 + items), ...tags(2_000, 2_000 + items)])
    expect(await change(10)).toEqual({ statements: ['delete', 'update'], added: 11 })
    expect(await change(1_000)).toEqual({ statements: ['delete', 'update'], added: 1_001 })
  })
})
