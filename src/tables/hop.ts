import type { Constant, Hop, Via } from './tables.ts'

/** A direct hop from `id` to `id`; `parts` overrides this. */
export function hop(parts: Partial<Hop>): Hop {
  return { from: 'id', fromWhere: [], via: null, to: 'id', toWhere: [], notSelf: false, ...parts }
}

export function hopVia(via: Omit<Via, 'where' | 'order'> & Partial<Via>): Hop {
  return hop({ via: { where: [], order: null, ...via } })
}

export const equals = (column: string, value: string): Constant => ({ column, equals: value })
