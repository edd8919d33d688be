import type { Dialect } from './dialect.ts'
import type { Sql } from './sql.ts'

/** A select whose rows no other transaction may change until this one ends. */
export function locked(select: Sql, { locks }: Pick<Dialect, 'locks'>): Sql {
  return locks === null ? select : locks.rows(select)
}
