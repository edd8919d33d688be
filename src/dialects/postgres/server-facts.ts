/** Facts about a server, read once at startup: whether it is usable, and what our SQL depends on. */

import type { ClientBase } from 'pg'
import { refusal } from '../../config/problem.ts'
import { codeOf } from '../../errors/code-of.ts'
import { COUNT_TABLE } from '../../sql/stored-counts.ts'

export interface ServerFacts {
  /** The version in messages: `17.2`. */
  readonly version: string
  readonly database: string
  /** The first schema of the search path, which tables are created in and read from. */
  readonly schema: string
  /** The time zone in which datetimes are stored; null for UTC, which needs no conversion. */
  readonly timeZone: string | null
  /** A collation that folds the case of all Unicode letters. */
  readonly foldingCollation: string
  /** Whether the server has `IS JSON` (PostgreSQL 16 and later). */
  readonly hasIsJson: boolean
  /** Whether the database stores row counts, and this role may read them. */
  readonly storesCounts: boolean
  /** Whether a large table was loaded but never analyzed, so that the planner knows nothing about it. */
  readonly lacksStatistics: boolean
}

/** Older versions are out of support, and their `extract` returns floats. */
const LEAST_VERSION = 140_000
const IS_JSON_VERSION = 160_000

/**
 * Best first: ICU folds as JavaScript does, built-in ones come with PostgreSQL 17 and 18, the last are the operating
 * system's. The language makes no difference, only the encoding.
 */
const FOLDING_COLLATIONS = [
  'und-x-icu',
  'pg_unicode_fast',
  'pg_c_utf8',
  'C.utf8',
  'C.UTF-8',
  'en_US.utf8',
  'en_US.UTF-8',
]

const UTC_NAMES: ReadonlySet<string> = new Set([
  'UTC',
  'Etc/UTC',
  'GMT',
  'Etc/GMT',
  'Etc/UCT',
  'UCT',
  'Zulu',
  'Universal',
])

export interface AskedFor {
  readonly timeZone: string
  /** Null for the default of the connection. */
  readonly schema: string | null
}

export async function readServerFacts(client: ClientBase, { timeZone, schema }: AskedFor): Promise<ServerFacts> {
  const server = await askServer(client, schema)
  if (server.number < LEAST_VERSION)
    throw refusal(`The server is PostgreSQL ${server.version}; Lectern needs version 14 or newer.`)
  if (server.encoding !== 'UTF8') {
    throw refusal(
      `The database ${server.database} has the encoding ${server.encoding}; Lectern needs one with UTF8: createdb --encoding UTF8 --template template0 NAME.`,
    )
  }
  if (!server.hasSchema)
    throw refusal(
      `The database ${server.database} has no schema "${schema}"; name the right one in config/database, connection.connection.schema.`,
    )
  if (server.found === null)
    throw refusal(
      `The user ${server.user} has no schema to read from in the database ${server.database}: it may use none of those in its search_path. Grant it usage on one, and name that in config/database, connection.connection.schema.`,
    )
  const foldingCollation = FOLDING_COLLATIONS.find((name) => server.collations.includes(name))
  if (foldingCollation === undefined) {
    throw refusal(
      `The server has no collation that knows Unicode; it needs one of ${FOLDING_COLLATIONS.join(', ')}, which a build with ICU or any version from 17 on has.`,
    )
  }
  return {
    version: server.version,
    database: server.database,
    schema: server.found,
    timeZone: UTC_NAMES.has(timeZone) ? null : await knownTimeZone(client, timeZone),
    foldingCollation,
    hasIsJson: server.number >= IS_JSON_VERSION,
    storesCounts: server.storesCounts,
    lacksStatistics: server.lacksStatistics,
  }
}

interface Server {
  readonly number: number
  readonly version: string
  readonly database: string
  readonly encoding: string
  readonly user: string
  readonly hasSchema: boolean
  /** The current schema; null if the role may use none on the search path. */
  readonly found: string | null
  readonly collations: readonly string[]
  readonly storesCounts: boolean
  readonly lacksStatistics: boolean
}

/**
 * Rows of a large table. Scanning a smaller one for each entry of a page takes no longer than an index lookup. Uses the
 * statistics of written rows: asking for the size of a table would wait for a program that has locked it.
 */
const LARGE_TABLE = 2_000

const LARGE_TABLES = `pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
    and pg_catalog.pg_stat_get_live_tuples(c.oid) >= ${LARGE_TABLE} and pg_catalog.pg_table_is_visible(c.oid)`

const FACTS = `select current_setting('server_version_num')::int,
  split_part(current_setting('server_version'), ' ', 1),
  current_database(),
  current_setting('server_encoding'),
  $1::text is null or exists (select 1 from pg_catalog.pg_namespace where nspname = $1),
  array_to_json(array(select collname::text from pg_catalog.pg_collation
    where collname = any($2::name[]) and collencoding in (-1, 6))),
  coalesce(has_table_privilege(to_regclass('${COUNT_TABLE}'), 'select'), false),
  current_user::text,
  current_schema()::text,
  exists (select from ${LARGE_TABLES})`

/**
 * Only run for databases with large tables: planning a query of `pg_stats` takes longer than all other facts together.
 */
const LACKS_STATISTICS = `select exists (select from ${LARGE_TABLES}
  and not exists (select from pg_catalog.pg_stats as s where s.schemaname = n.nspname and s.tablename = c.relname))`

async function askServer(client: ClientBase, schema: string | null): Promise<Server> {
  const { rows } = await client.query<unknown[]>({
    text: FACTS,
    values: [schema, FOLDING_COLLATIONS],
    rowMode: 'array',
  })
  const [number, version, database, encoding, hasSchema, collations, storesCounts, user, found, hasLargeTables] =
    rows[0] ?? []
  return {
    number: Number(number),
    version: String(version),
    database: String(database),
    encoding: String(encoding),
    user: String(user),
    hasSchema: hasSchema === true,
    found: typeof found === 'string' ? found : null,
    collations: JSON.parse(String(collations)) as readonly string[],
    storesCounts: storesCounts === true,
    lacksStatistics: hasLargeTables === true && (await lacksStatistics(client)),
  }
}

async function lacksStatistics(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<[boolean]>({ text: LACKS_STATISTICS, rowMode: 'array' })
  return rows[0]?.[0] === true
}

const UNKNOWN_PARAMETER_VALUE = '22023'

async function knownTimeZone(client: ClientBase, timeZone: string): Promise<string> {
  try {
    await client.query({ text: 'select now() at time zone $1', values: [timeZone] })
    return timeZone
  } catch (error) {
    if (codeOf(error) !== UNKNOWN_PARAMETER_VALUE) throw error
    throw refusal(
      `The server does not know the time zone "${timeZone}"; give one that it knows in config/database, settings.timeZone.`,
    )
  }
}
