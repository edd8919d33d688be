/**
 * The SQL of PostgreSQL. Datetimes are stored as wall-clock times in the time zone of the writing server, JSON as
 * jsonb, big integers in 64 bits.
 */

import { linkedAsIs } from '../../sql/common-syntax.ts'
import type { Dialect, JsonMember, SoughtText } from '../../sql/dialect.ts'
import { bind, join, literal, name, quoted, type Sql, sql } from '../../sql/sql.ts'
import { boundValue } from './bound-value.ts'
import { countedList, entryApart, measuredEntry } from './bounds.ts'
import { type ColumnCasts, limitedColumns, NO_CASTS, tableIn } from './columns.ts'
import { storedCount } from './counts.ts'
import { postgresSums } from './exact-sums.ts'
import { postgresExplain } from './explain.ts'
import * as guessed from './guessed.ts'
import { jsonAt } from './json-at.ts'
import { jsonTextTest } from './json-text-test.ts'
import { noDanglingLinks } from './links.ts'
import { lockToWrite } from './migration-lock.ts'
import { wordMatches } from './search.ts'
import type { ServerFacts } from './server-facts.ts'
import { jsonOnce, shown, shownText } from './shown.ts'
import { postgresSortKeys } from './sort-keys.ts'
import { postgresSyntax } from './syntax.ts'
import { exactTest, foldedTest } from './text-test.ts'

export type DialectFacts = Pick<
  ServerFacts,
  'schema' | 'timeZone' | 'foldingCollation' | 'hasIsJson' | 'storesCounts' | 'lacksStatistics'
>

export function postgresDialect(facts: DialectFacts, { rows, written }: ColumnCasts = NO_CASTS): Dialect {
  const collation = name(facts.foldingCollation)
  const textTest = (text: Sql, sought: SoughtText) =>
    sought.fold ? foldedTest(text, sought, collation) : exactTest(text, sought)
  return {
    ...postgresSyntax,
    rows: (table) => rows.get(table) ?? tableIn(facts.schema, table),
    written,

    jsonObject: (members) => (members.every(hasShortKey) ? rowObject(members) : builtObject(members)),
    jsonList: (item, order, place) => {
      const sorted = order === null ? sql`` : sql` order by ${order}`
      const list = sql`coalesce(json_agg(${item}${sorted}), '[]')`
      return place === null ? list : countedList(list, place)
    },
    // PostgreSQL guarantees this order for most plans, but not for all.
    keepsOrder: false,
    jsonEntry: measuredEntry,
    entryApart,
    // One value for all entries is not faster: the driver converts everything it reads to text.
    joinedEntries: null,
    workedOutOnce: sql` offset 0`,
    jsonEmptyList: sql`json '[]'`,
    jsonText: (text) => sql`${literal(text)}::text`,
    jsonBoolean: (condition) => sql`coalesce(${condition}, false)`,
    jsonRestored: (value) => value,

    shown: (column, kind) => shown(column, kind, facts),
    shownText: (column, kind) => shownText(column, kind, facts),

    comparable: (column, kind) => (kind === 'json' ? jsonOnce(column) : column),
    sortKeys: postgresSortKeys,
    value: (value, kind) => boundValue(value, kind, facts.timeZone),
    stored: (value, kind) => boundValue(value, kind, facts.timeZone),
    isStrict: true,
    fingerprint: (text) => sql`hashtextextended(${text}, 0)::text`,
    limitedColumns,
    findTable: (table) => sql`select 1 where to_regclass(${literal(quoted(table))}) is not null`,
    locks: {
      // `no key update` does not block foreign-key checks of rows that link to these.
      rows: (select) => sql`${select} for no key update`,
      key: (key) => sql`select pg_advisory_xact_lock(hashtextextended(${bind(key)}, 0))`,
      sharedKey: (key) => sql`select pg_advisory_xact_lock_shared(hashtextextended(${bind(key)}, 0))`,
      content: lockToWrite,
      mark: sql`savepoint "lectern"`,
      releaseToMark: sql`rollback to savepoint "lectern"`,
    },

    // `= any (array(…))` is evaluated first, and rows are looked up by it; EXISTS would become a join with all links.
    // For sets that are only tested (`probed`), that join is best.
    inSet: { drives: (column, set) => sql`${column} = any (array(${set}))`, probed: null },
    // `offset 0` makes the planner plan each set separately; it plans many joins at once badly.
    inSharedSet: (column, set) => sql`${column} in (${set} offset 0)`,

    oftenTrue: facts.lacksStatistics ? guessed.oftenTrue : (condition) => condition,
    linked: { ...(facts.lacksStatistics ? guessed.linked : linkedAsIs), ofVersion },
    countingLink: 'first',
    // The planner plans a subquery for one row, and may read a table of hundreds of rows for each of them.
    prefersJoins: true,
    // `distinct on` tells the planner how many rows to expect: as many as there are keys. The CTE keeps the rows if
    // they are joined again for another list.
    firstOfEach: (key, value, direction, from) => firstInOrder(key, value, from, sql`2${direction}`),
    firstInOrder,

    // Looking up this many ids takes about two milliseconds. Without lookups, a search for a rare word would read all
    // ids of the locale.
    mostLookedUp: 1_000,

    noDanglingLinks: { few: noDanglingLinks, all: noDanglingLinks },

    storedCount: facts.storesCounts ? storedCount : null,
    sums: postgresSums,

    textTest,
    shownTextTest: (column, kind, sought) =>
      kind === 'json'
        ? jsonTextTest(column, sought, textTest, facts)
        : textTest(shownText(column, kind, facts), sought),

    jsonAt,

    // In the sort order of the database, not in that of the collation that folds case.
    folded: (text) => sql`lower(${text} collate ${collation}) collate "default"`,

    wordMatches,

    explain: postgresExplain,
  }
}

function firstInOrder(key: Sql, value: Sql, from: Sql, order: Sql): Sql {
  const first = sql`select distinct on (1) ${key} as k, ${value} as v from ${from} order by 1, ${order}`
  return sql`with b ${postgresSyntax.gathered(first)} select k, v from b`
}

/**
 * Hides from the planner that the condition matches a partial index. PostgreSQL 18 may prefer such an index of locales
 * and ids, which is smaller than the primary key, and look the id up in it once per locale (skip scan). A link has the
 * id already.
 */
const ofVersion = (condition: Sql): Sql => sql`(${condition}) is true`

/** PostgreSQL truncates names at 63 bytes. */
const LONGEST_NAME = 63

function hasShortKey({ key }: JsonMember): boolean {
  return Buffer.byteLength(key) <= LONGEST_NAME
}

/** `row_to_json` is the fastest way to build an object, and has no limit of 50 members as functions have. */
function rowObject(members: readonly JsonMember[]): Sql {
  const columns = members.map(({ key, value }) => sql`${value} as ${name(key)}`)
  return sql`(select row_to_json(o.*) from (select ${join(columns, ', ')}) as o)`
}

/** A function takes at most a hundred arguments: fifty members. */
const MOST_PAIRS = 50

/** Builds objects of up to 50 members, and concatenates their texts without the braces in between. */
function builtObject(members: readonly JsonMember[]): Sql {
  const pieces: Sql[] = []
  for (let at = 0; at < members.length; at += MOST_PAIRS) {
    const pairs = members.slice(at, at + MOST_PAIRS).flatMap(({ key, value }) => [sql`${literal(key)}::text`, value])
    pieces.push(sql`left(right(json_build_object(${join(pairs, ', ')})::text, -1), -1)`)
  }
  return sql`concat('{', ${join(pieces, `, ',', `)}, '}')::json`
}
