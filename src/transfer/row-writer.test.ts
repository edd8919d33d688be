import { describe, expect, it } from 'vitest'
import { COMMON_SYNTAX } from '../sql/common-syntax.ts'
import { bind, render, type Sql, sql } from '../sql/sql.ts'
import { createRowWriter, type NewRow } from './row-writer.ts'

function writer() {
  const ran: string[] = []
  const run = async (statement: Sql) => {
    const { text, values } = render(statement, { ...COMMON_SYNTAX, placeholder: () => '?' })
    ran.push(`${text} ${values.length}`)
    return []
  }
  return { ran, ...createRowWriter(run) }
}

const row = (kind: NewRow['kind'], table: string): NewRow => ({
  kind,
  table,
  values: [{ column: 'a', value: bind(1) }],
})

describe('the row writer', () => {
  it('writes rows before what refers to them, many at once', async () => {
    const { ran, add, afterwards, flush, tables } = writer()
    for (const kind of ['link', 'place', 'row', 'row'] as const) await add(row(kind, `${kind}s`))
    await afterwards(sql`update rows`)
    expect(ran).toEqual([])
    await flush()
    expect(ran).toEqual([
      'insert into "rows" ("a") values (?), (?) 2',
      'insert into "places" ("a") values (?) 1',
      'insert into "links" ("a") values (?) on conflict do nothing 1',
      'update rows 0',
    ])
    expect([...tables()]).toEqual(['rows', 'places', 'links'])
  })

  it('says which table a refusal is about', async () => {
    const { add, flush } = createRowWriter(() => Promise.reject(new Error('value too long')))
    await add(row('row', 'tags'))
    await expect(flush()).rejects.toThrow(
      'table tags: The database does not take the rows of this table (value too long)',
    )
  })

  it('does not wait for ever', async () => {
    const { ran, add, grow } = writer()
    for (let index = 0; index < 500; index += 1) await add(row('row', 'rows'))
    expect(ran).toHaveLength(1)
    grow(5_000_000)
    await add(row('row', 'rows'))
    expect(ran).toHaveLength(2)
  })
})
