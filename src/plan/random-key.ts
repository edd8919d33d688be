import { createHash } from 'node:crypto'
import { RANDOM_PRIME, type RandomKey } from './read-plan.ts'

const P = BigInt(RANDOM_PRIME)

/** Each seed gives another order. a and c are not 0: then different rows get different numbers. */
export function randomKey(seed: string): RandomKey {
  const digest = createHash('sha256').update(seed).digest()
  const part = (at: number): bigint => digest.readBigUInt64BE(at * 8)
  return { a: 1n + (part(0) % (P - 1n)), b: part(1) % P, c: 1n + (part(2) % (P - 1n)) }
}
