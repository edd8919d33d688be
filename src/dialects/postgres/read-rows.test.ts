import type { PoolClient } from 'pg'
import { describe, expect, it } from 'vitest'
import type { Prepared } from './prepared-statements.ts'
import { readRows } from './read-rows.ts'

interface Submitted {
  readonly name: string
  readonly text: string
  submit(connection: object): void
  handleRowDescription(message: object): void
  handleDataRow(message: object): void
  handleReadyForQuery(): void
}

/** A fake server with one row: a number, a text and a null. */
const serverWith = () => {
  const sent: string[] = []
  const parsedStatements: Record<string, string> = {}
  const log = (what: string) => () => void sent.push(what)
  const connection = {
    stream: { cork: log('['), uncork: log(']') },
    parsedStatements,
    ...{
      parse: log('parse'),
      bind: log('bind'),
      describe: log('describe'),
      execute: log('execute'),
      sync: log('sync'),
    },
  }
  const query = (submitted: Submitted) => {
    const from = sent.length
    submitted.submit(connection)
    if (submitted.name !== '') parsedStatements[submitted.name] = submitted.text
    const types = [20, 25, 16].map((dataTypeID) => ({ dataTypeID }))
    if (sent.includes('describe', from)) submitted.handleRowDescription({ fields: types })
    submitted.handleDataRow({ fields: ['7', 'seven', null] })
    submitted.handleReadyForQuery()
  }
  return { sent, client: { query } as unknown as PoolClient }
}

const statement = { text: 'select 7', values: [] }

describe('the rows of a statement', () => {
  it('are described once if the statement is prepared', async () => {
    const { sent, client } = serverWith()
    const prepared: Prepared = { name: 'kept', parsers: null }
    const read = () => readRows(client, statement, prepared, 1_000)
    expect([await read(), await read()]).toEqual([[[7, 'seven', null]], [[7, 'seven', null]]])
    expect(sent.join(' ')).toBe('[ parse bind describe execute sync ] [ bind execute sync ]')
  })

  it('are described each time if it is not', async () => {
    const { sent, client } = serverWith()
    const read = () => readRows(client, statement, { name: '', parsers: null }, 1_000)
    expect([await read(), await read()]).toEqual([[[7, 'seven', null]], [[7, 'seven', null]]])
    expect(sent.filter((message) => message === 'describe')).toHaveLength(2)
  })
})
