import type { ScalarAttribute } from '../schema/schema.ts'
import type { RowInput, StoredValue } from './document-input.ts'

/**
 * Passwords are stored as hashes, in components too. Hashing runs in node's thread pool, which files and name
 * lookups share: one request takes one thread at a time.
 */
export async function hashPasswords<Row extends RowInput>(row: Row): Promise<Row> {
  if (!hasPasswords(row)) return row
  const scalars = await oneByOne([...row.scalars], hashed)
  const components = await oneByOne(
    [...row.components],
    async ([attribute, items]) => [attribute, await oneByOne(items, hashPasswords)] as const,
  )
  return { ...row, scalars: new Map(scalars), components: new Map(components) }
}

/** Hardly any row has, and to wait for each of a hundred thousand takes a noticeable time. */
function hasPasswords({ scalars, components }: RowInput): boolean {
  for (const { type } of scalars.keys()) if (type === 'password') return true
  for (const items of components.values()) if (items.some(hasPasswords)) return true
  return false
}

async function oneByOne<From, To>(items: readonly From[], change: (item: From) => Promise<To>): Promise<readonly To[]> {
  const changed: To[] = []
  for (const item of items) changed.push(await change(item))
  return changed
}

async function hashed([attribute, value]: readonly [ScalarAttribute, StoredValue]) {
  if (attribute.type !== 'password' || typeof value !== 'string') return [attribute, value] as const
  const { hash } = await import('bcrypt')
  return [attribute, await hash(value, attribute.rules.bcryptRounds)] as const
}
