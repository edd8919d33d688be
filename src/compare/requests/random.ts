/** A random number generator with a seed, the same on every machine. */
export interface Random {
  /** A number from 0 to below 1. */
  next(): number
  /** One element of the list; undefined if it is empty. */
  pick<T>(list: readonly T[]): T | undefined
  /** Some elements of the list, in its order. */
  some<T>(list: readonly T[], most: number): readonly T[]
  shuffled<T>(list: readonly T[]): readonly T[]
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const shuffled = <T>(list: readonly T[]): readonly T[] =>
    list
      .map((item) => ({ item, at: next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item)
  return {
    next,
    pick: (list) => list[Math.floor(next() * list.length)],
    some: (list, most) => {
      const chosen = new Set(shuffled(list.map((_, at) => at)).slice(0, most))
      return list.filter((_, at) => chosen.has(at))
    },
    shuffled,
  }
}
