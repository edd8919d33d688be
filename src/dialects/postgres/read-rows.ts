/**
 * Runs a statement on a connection of the driver, instead of the driver's own `Query`. That one requests a description
 * of the columns for each run, and allocates a list, an event and a copy for each row.
 */

import type { Connection, PoolClient, Submittable } from 'pg'
import { collectRows } from '../../execute/collect-rows.ts'
import type { Row } from '../../execute/database.ts'
import type { SqlValue, Statement } from '../../sql/statement.ts'
import { parserFor } from './parsers.ts'
import type { Prepared } from './prepared-statements.ts'

/** The driver's callbacks for messages from the server. Its types lack them. */
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

/** The driver's messages to the server. Some of its types are wrong. */
interface Protocol {
  readonly stream: { cork(): void; uncork(): void }
  /** The statements that the server has prepared, by name. */
  readonly parsedStatements: Readonly<Record<string, string>>
  parse(statement: { readonly name: string; readonly text: string }): void
  bind(run: { readonly statement: string; readonly values: readonly (string | null)[] }): void
  describe(portal: { readonly type: 'P' }): void
  execute(): void
  sync(): void
}

const NOTHING = () => undefined

/** Measures rows as they arrive, so that a response that is too long is aborted early. */
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

/** A statement without a name is parsed each time. The description of the columns is requested only once. */
function send(to: Connection, text: string, values: readonly SqlValue[], { name, parsers }: Prepared): void {
  const connection = to as unknown as Protocol
  // Corked, so that all messages are sent in one write.
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

/** Changes the array in place, since nothing else uses it. */
function parse(fields: unknown[], parsers: Prepared['parsers']): Row {
  parsers?.forEach((parser, index) => {
    const text = fields[index]
    if (typeof text === 'string') fields[index] = parser(text)
  })
  return fields
}
