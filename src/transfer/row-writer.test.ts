import { describe, expect, it } from 'vitest'
import { COMMON_SYNTAX } from '../sql/common-syntax.ts'
import { bind, render, type Sql, sql } from '../sql/sql.ts'
import { createRowWriter, type NewRow } from './row-writer.ts'

const never = () => false

function writer() {
  const ran: string[] = []
  const run = async (statement: Sql) => {
    const { text, values } = render(statement, { ...COMMON_SYNTAX, placeholder: () => '?' })
    ran.push(`${text} ${values.length}`)
    return []
  }
  return { ran, ...createRowWriter(run, never) }
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
    const { add, flush } = createRowWriter(() => Promise.reject(new Error('value too long')), never)
    await add(row('row', 'tags'))
    await expect(flush()).rejects.toThrow(
      'table tags: The database does not accept the rows of this table (value too long)',
    )
  })

  it('does not blame a table for a server that is gone', async () => {
    const gone = new Error('Connection terminated unexpectedly')
    const { add, flush } = createRowWriter(
      () => Promise.reject(gone),
      (error) => error === gone,
    )
    await add(row('row', 'tags'))
    await expect(flush()).rejects.toBe(gone)
  })

  it('does not wait forever', async () => {
    const { ran, add, grow, settled } = writer()
    for (let index = 0; index < 5_000; index += 1) await add(row('row', 'rows'))
    await settled()
    expect(ran).toHaveLength(1)
    grow(5_000_000)
    await add(row('row', 'rows'))
    await settled()
    expect(ran).toHaveLength(2)
  })

  it('gathers rows while others are written, one statement after the other', async () => {
    const { finish, running, add, grow, flush } = slowWriter()
    const addFull = (table: string) => {
      grow(5_000_000)
      return add(row('row', table))
    }
    await addFull('first')
    const second = addFull('second')
    const third = second.then(() => addFull('third'))
    await nothingMore()
    expect(running).toEqual(['first'])
    finish()
    await second
    expect(running).toEqual(['first', 'second'])
    finish()
    await third
    finish()
    await flush()
    expect(running).toEqual(['first', 'second', 'third'])
  })

  it('reports a failure to the next call that adds, after waiting for the statement', async () => {
    const { add, grow, settled } = createRowWriter(() => Promise.reject(new Error('value too long')), never)
    grow(5_000_000)
    await add(row('row', 'tags'))
    await settled()
    grow(5_000_000)
    await expect(add(row('row', 'articles'))).rejects.toThrow('table tags: ')
  })
})

const nothingMore = () => new Promise((resolve) => setImmediate(resolve))

/** `running` are the tables of statements that were begun; `finish` ends the last. */
function slowWriter() {
  const running: string[] = []
  let finish = () => {}
  const run = (statement: Sql) => {
    const { text } = render(statement, { ...COMMON_SYNTAX, placeholder: () => '?' })
    running.push(/into "(\w+)"/.exec(text)?.[1] ?? text)
    return new Promise<[]>((resolve) => {
      finish = () => resolve([])
    })
  }
  return { running, finish: () => finish(), ...createRowWriter(run, never) }
}
