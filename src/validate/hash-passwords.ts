import { hash } from 'bcryptjs'
import type { ScalarAttribute } from '../schema/schema.ts'
import type { RowInput, StoredValue } from './document-input.ts'

/** Passwords are kept as hashes only, in components too. */
export async function hashPasswords<Row extends RowInput>(row: Row): Promise<Row> {
  const scalars = await Promise.all([...row.scalars].map(hashed))
  const components = await Promise.all(
    [...row.components].map(
      async ([attribute, items]) => [attribute, await Promise.all(items.map(hashPasswords))] as const,
    ),
  )
  return { ...row, scalars: new Map(scalars), components: new Map(components) }
}

async function hashed([attribute, value]: readonly [ScalarAttribute, StoredValue]) {
  const stored =
    attribute.type === 'password' && typeof value === 'string' ? await hash(value, attribute.rules.bcryptRounds) : value
  return [attribute, stored] as const
}
