/** How Strapi names tables and columns. */

import { createHash } from 'node:crypto'
import { snakeCase } from '../schema/snake-case.ts'

/** Identifiers longer than this are shortened, so that every database takes them. */
const MAX_LENGTH = 55
const HASH_LENGTH = 5

/** A part of a name: text of the project's author, which may be shortened, or one of the fixed words. */
interface Part {
  readonly text: string
  readonly fixed: boolean
}

const own = (text: string): Part => ({ text, fixed: false })
const word = (text: FixedWord): Part => ({ text, fixed: true })

type FixedWord = 'lnk' | 'mph' | 'cmps' | 'id' | 'ord' | 'inv' | 'type' | 'entity' | 'lectern' | IndexSuffix

/** How the names of indexes end; of foreign keys too, which are named like the index on their column. */
export type IndexSuffix = 'fk' | 'ifk' | 'ofk' | 'oifk' | 'uq' | 'idx' | 'idix' | 'oidx'

export const tableName = (collectionName: string) => joined([own(collectionName)])
export const columnName = (attribute: string) => joined([own(snakeCase(attribute))])
export const componentsTable = (collectionName: string) => joined([own(collectionName), word('cmps')])
export const linkTable = (collectionName: string, attribute: string) =>
  joined([...ownerParts(collectionName, attribute), word('lnk')])
export const morphTable = (collectionName: string, attribute: string) =>
  joined([...ownerParts(collectionName, attribute), word('mph')])
export const idColumn = (name: string) => joined([own(snakeCase(name)), word('id')])
export const inverseIdColumn = (name: string) => joined([word('inv'), own(snakeCase(name)), word('id')])
export const typeColumn = (name: string) => joined([own(snakeCase(name)), word('type')])
export const orderColumn = (name: string) => joined([own(snakeCase(name)), word('ord')])
export const inverseOrderColumn = (name: string) => joined([word('inv'), own(snakeCase(name)), word('ord')])

export const tableIndex = (table: string, suffix: IndexSuffix) => joined([own(table), word(suffix)])
export const columnIndex = (table: string, column: string, suffix: IndexSuffix) =>
  joined([own(table), own(column), word(suffix)])
export const entityIndex = (collectionName: string) => joined([own(collectionName), word('entity'), word('fk')])
/** The prefix marks indexes that only Lectern creates. */
export const lecternIndex = (table: string, purpose: string) => joined([word('lectern'), own(table), own(purpose)])

/** The column that marks the stand-in for a dropped table: foreign keys that cannot be dropped refer to it. */
export const STAND_IN = 'lectern_left'

/** Link tables are named after the table as it is really called: shortened first, then turned into snake_case. */
function ownerParts(collectionName: string, attribute: string): readonly Part[] {
  return [own(snakeCase(tableName(collectionName))), own(snakeCase(attribute))]
}

function joined(parts: readonly Part[]): string {
  const full = parts.map((part) => part.text).join('_')
  if (full.length <= MAX_LENGTH) return full
  const lengths = allotted(parts)
  return parts.map((part, index) => (part.fixed ? part.text : shortened(part.text, lengths[index] ?? 0))).join('_')
}

/** Shares the room out evenly; what short parts leave over goes to the long ones, one character at a time. */
function allotted(parts: readonly Part[]): readonly number[] {
  const flexible = parts.filter((part) => !part.fixed)
  const fixedLength = parts.filter((part) => part.fixed).reduce((sum, part) => sum + part.text.length, 0)
  const available = MAX_LENGTH - fixedLength - (parts.length - 1)
  const share = Math.floor(available / flexible.length)
  const lengths = parts.map((part) => (part.fixed ? part.text.length : Math.min(share, part.text.length)))
  let spare = available - parts.reduce((sum, part, index) => sum + (part.fixed ? 0 : (lengths[index] ?? 0)), 0)
  const isShort = (part: Part, index: number) => (lengths[index] ?? 0) < part.text.length
  while (spare > 0 && parts.some(isShort)) {
    for (const [index, part] of parts.entries()) {
      if (spare === 0 || !isShort(part, index)) continue
      lengths[index] = (lengths[index] ?? 0) + 1
      spare -= 1
    }
  }
  return lengths
}

function shortened(text: string, length: number): string {
  return length >= text.length ? text : text.slice(0, length - HASH_LENGTH) + shortHash(text)
}

export function shortHash(text: string): string {
  return createHash('shake256', { outputLength: 3 }).update(text).digest('hex').slice(0, HASH_LENGTH)
}
