/**
 * Indexes for words inside texts, with the extension pg_trgm. If it is not installed, it is installed in a transaction
 * that is never committed, visible only to this connection.
 */

import type { ClientBase } from 'pg'
import { onlySome } from '../../sql/ddl-parts.ts'
import { join, literal, name, render, type Sql, sql } from '../../sql/sql.ts'
import type { WordIndexes } from '../../sql/word-indexes.ts'
import type { IndexDefinition, WordTest } from '../../tables/table-definition.ts'
import { postgresSyntax } from './syntax.ts'
import { ASCII_COLLATION } from './text-test.ts'

export interface Trigrams {
  readonly words: WordIndexes
  /** Whether pg_trgm was installed in a transaction, which must not be committed. */
  readonly inTransaction: boolean
}

const INSTALL = sql`create extension if not exists pg_trgm`

/** Null if the server does not have the extension, or the user may not install it. */
export async function prepareTrigrams(client: ClientBase): Promise<Trigrams | null> {
  const there = await findOperators(client)
  if (there !== null) return { words: await wordIndexes(client, there, []), inTransaction: false }
  const installed = await install(client)
  return installed && { words: await wordIndexes(client, installed, [INSTALL]), inTransaction: true }
}

async function install(client: ClientBase): Promise<Operators | null> {
  await client.query('begin')
  try {
    await client.query(render(INSTALL, postgresSyntax).text)
    return await findOperators(client)
  } catch {
    await client.query('rollback')
    return null
  }
}

interface Operators {
  readonly schema: string
  /** Whether they are on the search path. */
  readonly visible: boolean
}

async function findOperators(client: ClientBase): Promise<Operators | null> {
  const text = `select n.nspname::text, pg_catalog.pg_opclass_is_visible(o.oid)
    from pg_catalog.pg_extension as e
    join pg_catalog.pg_namespace as n on n.oid = e.extnamespace
    join pg_catalog.pg_opclass as o on o.opcnamespace = n.oid and o.opcname = 'gin_trgm_ops'
    where e.extname = 'pg_trgm'`
  const { rows } = await client.query<[string, boolean]>({ text, rowMode: 'array' })
  const [found] = rows
  return found === undefined ? null : { schema: found[0], visible: found[1] }
}

async function wordIndexes(
  client: ClientBase,
  operators: Operators,
  preparation: readonly Sql[],
): Promise<WordIndexes> {
  const { schema, visible } = operators
  const operatorClass = visible ? sql`gin_trgm_ops` : sql`${name(schema)}.gin_trgm_ops`
  return {
    preparation,
    tests: await reliableTests(client, schema),
    create: (table, index, test) => createIndex(table, index, test, operatorClass),
  }
}

/**
 * The extension lower-cases text by the database's own locale, whatever collation the test names. Where `I` does not
 * become `i` (Turkish), a case-insensitive search would miss texts in capitals. Where lower-casing depends on the position
 * in the word (Greek sigma), it would miss words that continue after the searched text.
 */
async function reliableTests(client: ClientBase, schema: string): Promise<readonly WordTest[]> {
  const trigrams = (text: string) => sql`${name(schema)}.show_trgm(${literal(text)})`
  const question = sql`select ${trigrams('ΟΔΟΣ')} = ${trigrams('οδοσ')}, ${trigrams(CAPITALS)} = ${trigrams(CAPITALS.toLowerCase())}`
  const { rows } = await client.query<[boolean, boolean]>({
    text: render(question, postgresSyntax).text,
    rowMode: 'array',
  })
  const [exact = false, folded = false] = rows[0] ?? []
  return [...(exact ? (['exact'] as const) : []), ...(folded ? (['folded'] as const) : [])]
}

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The index needs the collation of the test, or the planner does not use it. */
function createIndex(table: string, { name: index, columns, where }: IndexDefinition, test: WordTest, by: Sql): Sql {
  const collation = test === 'folded' ? sql` collate ${ASCII_COLLATION}` : sql``
  const keys = columns.map((column) => sql`${name(column)}${collation} ${by}`)
  return sql`create index ${name(index)} on ${name(table)} using gin (${join(keys, ', ')})${onlySome(where)}`
}
