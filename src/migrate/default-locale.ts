import { jsonIn } from '../config/json-in.ts'
import type { Run } from '../execute/database.ts'
import type { Dialect } from '../sql/dialect.ts'
import { literal, name, render, sql } from '../sql/sql.ts'
import { CORE_STORE, DEFAULT_LOCALE_KEY } from '../tables/service-tables.ts'
import type { Inspection } from './inspection.ts'

/** The locale of entries that were written before their type had locales; `fallback` where no default is set. */
export async function readDefaultLocale(
  run: Run,
  dialect: Dialect,
  found: Inspection,
  fallback: string,
): Promise<string> {
  if (!found.tables.has(CORE_STORE)) return fallback
  // Imports can leave a key there twice; the first is the one in use.
  const [row] = await run(
    render(
      sql`select "value" from ${name(CORE_STORE)} where "key" = ${literal(DEFAULT_LOCALE_KEY)} order by "id" limit 1`,
      dialect,
    ),
  )
  const code = jsonIn(String(row?.[0]))
  return typeof code === 'string' && code !== '' ? code : fallback
}
