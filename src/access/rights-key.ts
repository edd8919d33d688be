import type { Caller } from './caller.ts'

/** Equal exactly for callers with the same permissions, who can share cached responses. */
export function rightsKey({ rights }: Caller): string {
  return rights.kind === 'listed' ? [...rights.actions].sort().join(' ') : rights.kind
}
