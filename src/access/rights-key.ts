import type { Caller } from './caller.ts'

/** Equal for callers who may do the same, and for no others: what one of them was told holds for the other. */
export function rightsKey({ rights }: Caller): string {
  return rights.kind === 'listed' ? [...rights.actions].sort().join(' ') : rights.kind
}
