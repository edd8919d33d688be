import type { DatabaseSettings } from '../../config/settings.ts'
import type { Script } from '../../sql/ddl.ts'
import { inline, name, quotedText, sql } from '../../sql/sql.ts'
import type { SqlValue } from '../../sql/statement.ts'
import { serverAddress } from './connection-options.ts'
import { postgresDdl } from './ddl.ts'
import { postgresSyntax } from './syntax.ts'

export function postgresScript({ connection }: DatabaseSettings): Script {
  const { schema } = serverAddress(connection)
  const path = schema === null ? [] : [sql`set local search_path to ${name(schema)}`]
  return {
    syntax: postgresSyntax,
    opening: [
      'begin;',
      ...[...path, ...postgresDdl.lock].map((statement) => `${inline(statement, postgresSyntax, written)};`),
    ],
    closing: ['commit;'],
    written,
  }
}

/** Doubled backslashes in an `E` string mean the same with every setting of the server. */
function written(value: SqlValue): string {
  if (value === null) return 'null'
  if (typeof value !== 'string') return value < 0 ? `(${value})` : String(value)
  return value.includes('\\') ? `E${quotedText(value.replaceAll('\\', '\\\\'))}` : quotedText(value)
}
