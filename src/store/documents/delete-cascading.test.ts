import { describe, expect, it } from 'vitest'
import type { Model } from '../../schema/schema.ts'
import { COMMON_SYNTAX } from '../../sql/common-syntax.ts'
import { render, type Sql } from '../../sql/sql.ts'
import type { Store } from '../store.ts'
import { deleteCascading } from './delete-cascading.ts'

const PART = { uid: 'part.one', kind: 'component', attributes: new Map() } as unknown as Model
const BOX = {
  uid: 'api::box.box',
  kind: 'collectionType',
  attributes: new Map([['parts', { kind: 'component', name: 'parts', target: PART.uid, toMany: true }]]),
} as unknown as Model

/** The statements that delete so many rows, each of which has two components. */
async function statementsFor(ids: readonly number[]): Promise<readonly { text: string; values: number }[]> {
  const run: { text: string; values: number }[] = []
  const store = {
    schema: { contentTypes: new Map([[BOX.uid, BOX]]), components: new Map([[PART.uid, PART]]) },
    tables: new Map([
      [BOX.uid, { table: 'boxes', hops: new Map([['parts', { via: { table: 'boxes_cmps' } }]]), arms: new Map() }],
      [PART.uid, { table: 'parts', hops: new Map(), arms: new Map() }],
    ]),
    run: async (statement: Sql) => {
      const { text, values } = render(statement, { ...COMMON_SYNTAX, placeholder: () => '?' })
      run.push({ text: text.replace(/\(\?.*\)/, '(…)'), values: values.length })
      const placed = values.flatMap((id) => [Number(id) * 2, Number(id) * 2 + 1])
      return text.startsWith('select') ? placed.map((id) => [PART.uid, id]) : []
    },
  } as unknown as Store
  await deleteCascading(store, BOX, ids)
  return run
}

describe('deleteCascading', () => {
  it('deletes many rows, and the components of all of them, with as many statements as one row', async () => {
    const many = await statementsFor([3, 4, 5])
    expect(many.map(({ text }) => text)).toEqual((await statementsFor([3])).map(({ text }) => text))
    expect(many).toEqual([
      {
        text: 'select "component_type", "cmp_id", "entity_id", "field", 1, (select count(*) from "boxes_cmps" as q where q."cmp_id" = p."cmp_id" and q."component_type" = p."component_type") from "boxes_cmps" as p where "entity_id" in (…) order by "order", "id"',
        values: 3,
      },
      { text: 'delete from "parts" where "id" in (…)', values: 6 },
      { text: 'delete from "boxes" where "id" in (…)', values: 3 },
    ])
  })

  it('deletes thousands in parts, since databases limit the values of a statement', async () => {
    const statements = await statementsFor(Array.from({ length: 40_000 }, (_, index) => index + 1))
    expect(Math.max(...statements.map(({ values }) => values))).toBeLessThanOrEqual(500)
  })
})
