/** Random choices, drawn from fast-check so that a failure can be replayed by its seed. */

import fc from 'fast-check'

export interface Choices {
  /** 0 … below. */
  upTo(below: number): number
  of<T>(items: readonly T[]): T
  /** True once in so many times. */
  oncePer(times: number): boolean
}

/** All choices from one: a number from 0, below another. */
export function choicesFrom(upTo: Choices['upTo']): Choices {
  return {
    upTo,
    of: (items) => {
      const item = items[upTo(items.length)]
      if (item === undefined) throw new Error('nothing to choose from')
      return item
    },
    oncePer: (times) => upTo(times) === 0,
  }
}

/** By their limit: fast-check finds an arbitrary by its function at once, by its arguments among all there were. */
const naturals = new Map<number, () => fc.Arbitrary<number>>()

function naturalsBelow(below: number): () => fc.Arbitrary<number> {
  const known = naturals.get(below) ?? (() => fc.nat({ max: Math.max(0, below - 1) }))
  naturals.set(below, known)
  return known
}

export const choices: fc.Arbitrary<Choices> = fc.gen().map((draw) => choicesFrom((below) => draw(naturalsBelow(below))))
