/**
 * Runs a statement on a connection of the driver, in place of the driver's own `Query`: that one has the columns described for
 * each run, and makes a list, an event and a copy of each row.
 */

import type { Connection, PoolClient, Submittable } from 'pg'
import { collectRows } from '../../execute/collect-rows.ts'
import type { Row } from '../../execute/database.ts'
import type { SqlValue, Statement } from '../../sql/statement.ts'
import { parserFor } from './parsers.ts'
import type { Prepared } from './prepared-statements.ts'

/** What the driver calls when the server has sent something. Its types leave it out. */
interface Listening extends Submittable {
  readonly name: string
  readonly text: string
  handleRowDescription(message: { readonly fields: readonly { readonly dataTypeID: number }[] }): void
  handleDataRow(message: { readonly fields: unknown[] }): void
  handleCommandComplete(): void
  handleEmptyQuery(): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/** Messages to the server. Some types of the driver are wrong. */
interface Protocol {
  readonly stream: { cork(): void; uncork(): void }
  /** By name: those that the server has. */
  readonly parsedStatements: Readonly<Record<string, string>>
  parse(statement: { readonly name: string; readonly text: string }): void
  bind(run: { readonly statement: string; readonly values: readonly (string | null)[] }): void
  describe(portal: { readonly type: 'P' }): void
  execute(): void
  sync(): void
}

const NOTHING = () => undefined

/** Rows are measured as they arrive, so that a response that is too long is aborted early. */
export function readRows(
  client: PoolClient,
  { text, values }: Statement,
  prepared: Prepared,
  answerSize: number,
): Promise<readonly Row[]> {
  const collection = collectRows(answerSize)
  return new Promise((resolve, reject) => {
    const listening: Listening = {
      name: prepared.name,
      text,
      submit: (connection) => send(connection, text, values, prepared),
      handleRowDescription: ({ fields }) => {
        prepared.parsers = fields.map(({ dataTypeID }) => parserFor(dataTypeID))
      },
      handleDataRow: ({ fields }) => {
        try {
          collection.add(parse(fields, prepared.parsers))
        } catch (error) {
          reject(error)
        }
      },
      handleCommandComplete: NOTHING,
      handleEmptyQuery: NOTHING,
      handleReadyForQuery: () => resolve(collection.rows),
      handleError: reject,
    }
    client.query(listening)
  })
}

/** Without a name a statement is parsed each time. Once its columns are known they are not asked for again. */
function send(to: Connection, text: string, values: readonly SqlValue[], { name, parsers }: Prepared): void {
  const connection = to as unknown as Protocol
  // Corked, all of it is one write.
  connection.stream.cork()
  if (name === '' || connection.parsedStatements[name] === undefined) connection.parse({ name, text })
  connection.bind({ statement: name, values: values.map(textOrNull) })
  if (parsers === null) connection.describe({ type: 'P' })
  connection.execute()
  connection.sync()
  connection.stream.uncork()
}

function textOrNull(value: SqlValue): string | null {
  return value === null ? null : String(value)
}

/** In place: nothing else uses the array. */
function parse(fields: unknown[], parsers: Prepared['parsers']): Row {
  parsers?.forEach((parser, index) => {
    const text = fields[index]
    if (typeof text === 'string') fields[index] = parser(text)
  })
  return fields
}
