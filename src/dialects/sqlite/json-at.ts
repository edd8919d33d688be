/**
 * Reads values in JSON documents by JavaScript functions: SQLite's own paths distinguish indexes (`[0]`) from keys
 * (`.0`) by notation, and accept any text as a path.
 */

import type BetterSqlite3 from 'better-sqlite3'
import type { JsonAt } from '../../sql/dialect.ts'
import { bind, literal, type Sql, sql } from '../../sql/sql.ts'
import { jsonOrText } from './canonical-json.ts'

const TYPE = sql`lectern_json_type`
const VALUE = sql`lectern_json_value`
const ONLY = sql`lectern_json_only`
const HAS = sql`lectern_json_has`

export function jsonAt(column: Sql, segments: readonly string[]): JsonAt {
  const path = bind(segments.join('.'))
  const value = sql`${VALUE}(${column}, ${path})`
  return {
    type: sql`${TYPE}(${column}, ${path})`,
    text: value,
    number: value,
    only: (type) => sql`${ONLY}(${column}, ${path}, ${literal(type)})`,
    has: (json) => sql`${HAS}(${column}, ${path}, ${bind(json)})`,
    served: null,
  }
}

const OPTIONS = { deterministic: true } as const

export function addJsonFunctions(connection: BetterSqlite3.Database): void {
  const find = createFinder()
  connection.function('lectern_json_type', OPTIONS, (stored: unknown, path: unknown) => typeOf(find(stored, path)))
  connection.function('lectern_json_value', OPTIONS, (stored: unknown, path: unknown) => comparedOf(find(stored, path)))
  connection.function('lectern_json_only', OPTIONS, (stored: unknown, path: unknown, type: unknown) => {
    const value = find(stored, path)
    return typeof value === type ? comparedOf(value) : null
  })
  connection.function('lectern_json_has', OPTIONS, (stored: unknown, path: unknown, json: unknown) => {
    const value = find(stored, path)
    return Array.isArray(value) && value.includes(JSON.parse(String(json))) ? 1 : 0
  })
}

/** The functions are called several times for the same document, which is parsed once. */
function createFinder(): (stored: unknown, path: unknown) => unknown {
  let last: { readonly stored: unknown; readonly document: unknown } = { stored: null, document: null }
  return (stored, path) => {
    if (stored === null) return null
    if (last.stored !== stored) last = { stored, document: jsonOrText(String(stored)) }
    return at(last.document, path === '' ? [] : String(path).split('.')) ?? null
  }
}

const INDEX = /^-?\d+$/

/** In a list, a segment is an index, from the end if it is negative; in an object it is a key. */
function at(document: unknown, segments: readonly string[]): unknown {
  return segments.reduce((value: unknown, segment) => {
    if (Array.isArray(value)) return INDEX.test(segment) ? value.at(Number(segment)) : undefined
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, segment)
    return isThere ? (value as Readonly<Record<string, unknown>>)[segment] : undefined
  }, document)
}

function comparedOf(value: unknown): unknown {
  if (typeof value === 'object') return null
  return typeof value === 'boolean' ? String(value) : value
}

function typeOf(value: unknown): string | null {
  if (value === null) return null
  return Array.isArray(value) ? 'array' : typeof value
}
