/**
 * Chooses the id of each row of an archive. Ids are kept where possible, since user tokens and settings contain them. An id
 * that is taken, or that the database cannot store, is replaced.
 */

export interface Ids {
  /** The id of a new row. */
  claim(uid: string, id: number | null): number
  /** The rows that a reference means: none, one, or several where a damaged database shared one between entries. */
  of(uid: string, id: number): readonly number[]
}

/** `highest` are the highest ids of the archive by type: what is replaced goes above them. */
export function createIds(highest: ReadonlyMap<string, number>): Ids {
  const kept = new Map<string, NumberSet>()
  const replaced = new Map<string, Map<number, readonly number[]>>()
  const next = new Map(highest)
  const setOf = (uid: string): NumberSet => {
    const known = kept.get(uid) ?? createNumberSet()
    kept.set(uid, known)
    return known
  }
  const replace = (uid: string, id: number | null): number => {
    const fresh = (next.get(uid) ?? 0) + 1
    next.set(uid, fresh)
    if (id === null) return fresh
    const others = replaced.get(uid) ?? new Map<number, readonly number[]>()
    replaced.set(uid, others.set(id, [...(others.get(id) ?? []), fresh]))
    return fresh
  }
  return {
    claim: (uid, id) => (id !== null && isUsable(id) && setOf(uid).add(id) ? id : replace(uid, id)),
    of: (uid, id) => [...(kept.get(uid)?.has(id) ? [id] : []), ...(replaced.get(uid)?.get(id) ?? [])],
  }
}

const INT32_MAX = 2 ** 31 - 1

export const isUsable = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= INT32_MAX

export interface NumberSet {
  /** False when it is there already. */
  add(number: number): boolean
  has(number: number): boolean
}

/** Few, so that an archive whose ids are far apart takes little memory as well. */
const BITS_IN_PAGE = 2 ** 10

/** A bit for each number, in pages: millions of rows take little memory. */
export function createNumberSet(): NumberSet {
  const pages = new Map<number, Uint8Array>()
  const place = (number: number) => {
    const bit = number % BITS_IN_PAGE
    return { page: Math.floor(number / BITS_IN_PAGE), byte: bit >> 3, mask: 1 << (bit & 7) }
  }
  const has = (number: number): boolean => {
    const { page, byte, mask } = place(number)
    return ((pages.get(page)?.[byte] ?? 0) & mask) !== 0
  }
  return {
    has,
    add: (number) => {
      if (has(number)) return false
      const { page, byte, mask } = place(number)
      const bytes = pages.get(page) ?? new Uint8Array(BITS_IN_PAGE / 8)
      bytes[byte] = (bytes[byte] ?? 0) | mask
      pages.set(page, bytes)
      return true
    },
  }
}
