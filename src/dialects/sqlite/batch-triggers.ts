/**
 * Creates many triggers in one statement. SQLite reads its whole schema table for each `create trigger`, so thousands
 * of them take minutes. Instead, the rows of the schema table are written as SQLite would write them, and read once.
 */

import type BetterSqlite3 from 'better-sqlite3'
import type { Statement } from '../../sql/statement.ts'

/** From this many triggers on, writing the rows directly is faster. */
const MANY_TRIGGERS = 500

const QUOTED = '"(?:[^"]|"")*"'
const CREATE_TRIGGER = new RegExp(
  `^create trigger (?:if not exists )?(?<rest>(?<name>${QUOTED}) (?:before|after) (?:insert|delete|update(?: of ${QUOTED}(?:, ${QUOTED})*)?) on (?<table>${QUOTED}) .*)$`,
  's',
)

/** A row of `sqlite_master`. */
type TriggerRow = readonly [name: string, table: string, sql: string]

const ADD_TRIGGERS =
  "insert into sqlite_master (type, name, tbl_name, rootpage, sql) select 'trigger', value ->> 0, value ->> 1, 0, value ->> 2 from json_each(?) where value ->> 0 collate nocase not in (select name from sqlite_master where type = 'trigger')"

/** The same statements with the triggers last, and combined into one if there are many. */
export function batchTriggers(statements: readonly Statement[], many = MANY_TRIGGERS): readonly Statement[] {
  const rows = statements.map(triggerRow)
  const found = rows.filter((row) => row !== null)
  if (found.length < many) return statements
  const others = statements.filter((_, at) => rows[at] === null)
  // The last one is created as usual: this tells other connections that the schema has changed, and fails if the schema
  // cannot be read.
  const last = statements.findLast((_, at) => rows[at] !== null)
  return [
    ...others,
    { text: ADD_TRIGGERS, values: [JSON.stringify(found.slice(0, -1))] },
    ...(last === undefined ? [] : [last]),
  ]
}

function triggerRow({ text, values }: Statement): TriggerRow | null {
  const { name, table, rest } = (values.length === 0 ? CREATE_TRIGGER.exec(text)?.groups : undefined) ?? {}
  if (name === undefined || table === undefined) return null
  return [unquoted(name), unquoted(table), `CREATE TRIGGER ${rest}`]
}

const unquoted = (name: string): string => name.slice(1, -1).replaceAll('""', '"')

/** Runs a statement. Only `ADD_TRIGGERS` may write to the schema table, and only while it runs. */
export function runOn<T>(connection: BetterSqlite3.Database, { text }: Statement, run: () => T): T {
  if (text !== ADD_TRIGGERS) return run()
  connection.unsafeMode(true)
  try {
    connection.pragma('writable_schema = on')
    return run()
  } finally {
    // This also makes the connection read the schema again.
    connection.pragma('writable_schema = reset')
    connection.unsafeMode(false)
  }
}
