/** Values are bound in types that allow the use of Strapi's indexes, and no value makes the server fail. */

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ColumnKind, Value } from '../../src/plan/read-plan.ts'
import { name, render, sql } from '../../src/sql/sql.ts'
import { createMagazine, type PostgresDatabase } from '../support/postgres.ts'
import { postgresDialectWith } from '../support/postgres-dialect.ts'

const dialect = postgresDialectWith({ hasIsJson: false })

let database: PostgresDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createMagazine()
  client = new pg.Client(database.url)
  await client.connect()
  // The tables are small: without this, reading all of them would be cheapest.
  await client.query('set enable_seqscan = off; set plan_cache_mode = force_generic_plan')
})

afterAll(async () => {
  await client?.end()
  await database?.drop()
})

async function planOf(table: string, column: string, value: Value, kind: ColumnKind): Promise<string> {
  const condition = sql`${dialect.comparable(name(column), kind)} = ${dialect.value(value, kind)}`
  const statement = sql`select 1 from ${name(table)} where ${condition}`
  const { text, values } = render(statement, dialect)
  await client.query(`prepare asked as ${text}`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute asked ('${String(values[0])}')`)
  await client.query('deallocate asked')
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('an index', () => {
  it.each<[string, string, Value, ColumnKind]>([
    ['articles', 'id', 7, 'id'],
    ['articles', 'document_id', 'abc', 'text'],
    ['articles_tags_lnk', 'article_id', 7, 'id'],
  ])('on %s (%s) is used', async (table, column, value, kind) => {
    expect(await planOf(table, column, value, kind)).toMatch(/Index (Only )?(Scan|Cond)/)
  })

  it('is not used where the column cannot hold the value', async () => {
    expect(await planOf('articles', 'id', 1.5, 'id')).toMatch(/Seq Scan|Filter/)
    expect(await planOf('articles', 'id', 1e300, 'id')).toMatch(/Seq Scan|Filter/)
  })
})
