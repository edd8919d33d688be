import { describe, expect, it } from 'vitest'
import { COMMON_SYNTAX } from '../../sql/common-syntax.ts'
import { render, type Sql } from '../../sql/sql.ts'
import type { Via } from '../../tables/tables.ts'
import type { Store } from '../store.ts'
import { type LinkedRows, type Pointed, writeRows } from './morph-rows.ts'

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

async function statementsFor(before: readonly Pointed[], after: readonly Pointed[]): Promise<readonly string[]> {
  const texts: string[] = []
  const run = async (statement: Sql) => {
    const { text, values } = render(statement, { ...COMMON_SYNTAX, placeholder: () => '?' })
    texts.push(text)
    return text.startsWith('insert') ? values.filter((value) => value === 7).map((_, index) => [index]) : []
  }
  await writeRows({ store: { run } as unknown as Store, id: 7, via: VIA }, { before: stored(before), after })
  return texts.map((text) => text.slice(0, text.indexOf(' ')))
}

describe('writeRows', () => {
  it('runs nothing for a list that stays as it is', async () => {
    expect(await statementsFor(tags(100, 1_100), tags(100, 1_100))).toEqual([])
  })

  it('runs as many statements for a long list as for a short one', async () => {
    const change = (items: number) =>
      statementsFor(tags(100, 100 + items), [...tags(102, 100 + items), ...tags(2_000, 2_000 + items)])
    expect(await change(10)).toEqual(['delete', 'update', 'insert'])
    expect(await change(1_000)).toEqual(['delete', 'update', 'insert'])
  })
})
