import { describe, expect, it } from 'vitest'
import { randomKey } from './random-key.ts'
import { RANDOM_PRIME } from './read-plan.ts'

const P = BigInt(RANDOM_PRIME)
const ROWS = 20
const SEEDS = 2_000

function numberOf(seed: string, id: number): bigint {
  const { a, b, c } = randomKey(seed)
  const y = ((BigInt(id) % P) * a + b) % P
  return (((y * y) % P) * c + y) % P
}

/** The row that is first with each seed. */
function winners(): readonly number[] {
  const ids = Array.from({ length: ROWS }, (_, index) => index + 1)
  return Array.from({ length: SEEDS }, (_, seed) => {
    const numbers = ids.map((id) => numberOf(`seed-${seed}`, id))
    return ids[numbers.indexOf(numbers.reduce((least, number) => (number < least ? number : least)))] ?? 0
  })
}

describe('the numbers of a seed', () => {
  it('are the same each time, and others for another seed', () => {
    expect(randomKey('a')).toEqual(randomKey('a'))
    expect(randomKey('a')).not.toEqual(randomKey('b'))
  })

  it('put each row first equally often', () => {
    const expected = SEEDS / ROWS
    const first = winners()
    const counts = Array.from({ length: ROWS }, (_, index) => first.filter((id) => id === index + 1).length)
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // 19 degrees of freedom: one in a thousand fair draws is above this.
    expect(chiSquare).toBeLessThan(43.8)
  })

  it('stay within 64 bits', () => {
    expect((P - 1n) * (P - 1n) + P).toBeLessThan(2n ** 63n)
  })
})
