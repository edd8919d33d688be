/** The database that is exported, at one moment, and how it is read without being held in memory. */

import type { Run } from '../execute/database.ts'
import { BY_ID } from '../plan/by-id.ts'
import { ID } from '../plan/columns.ts'
import type { ObjectShape } from '../plan/read-plan.ts'
import type { Schema } from '../schema/schema.ts'
import { compileRead } from '../sql/compile-read.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { Tables } from '../tables/tables.ts'

export interface Source {
  readonly run: Run
  readonly schema: Schema
  readonly tables: Tables
  readonly dialect: Dialect
  /** Columns of each table that there is. */
  readonly columns: ReadonlyMap<string, Pick<ReadonlySet<string>, 'has'>>
}

const PAGE = 200

/** Every row of a table as JSON on one line, in the order of ids. The shape begins with `key` and an id. */
export async function* rowsOf(
  { run, dialect }: Pick<Source, 'run' | 'dialect'>,
  table: string,
  { members }: ObjectShape,
): AsyncGenerator<string> {
  const entry = { members: [{ key: CURSOR, value: { kind: 'column', column: ID } }, ...members] } as const
  let last = 0
  for (;;) {
    const condition = { kind: 'test', column: ID, test: { kind: 'gt', value: last }, negated: false } as const
    const rows = await run(
      compileRead(
        {
          table,
          condition,
          order: [BY_ID],
          start: 0,
          limit: PAGE,
          seek: null,
          count: false,
          countCap: null,
          facets: [],
          search: null,
          indexed: false,
          entry,
        },
        dialect,
      ),
    )
    for (const [, body] of rows) {
      const { id, rest } = withoutCursor(String(body))
      last = id
      yield rest
    }
    if (rows.length < PAGE) return
  }
}

const CURSOR = '_'

/** In JSON, a line break outside texts is only white space; inside texts it is escaped. */
function withoutCursor(body: string): { readonly id: number; readonly rest: string } {
  const [beginning, id] = /^\{\s*"_"\s*:\s*(\d+)\s*,\s*/.exec(body) ?? []
  if (beginning === undefined) throw new Error(`not a row: ${body.slice(0, 80)}`)
  return { id: Number(id), rest: `{${body.slice(beginning.length)}`.replaceAll(/[\r\n]+/g, ' ') }
}
