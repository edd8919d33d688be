/** Ids that are the same each time. */

import { createHash } from 'node:crypto'

const LENGTH = 24

/** Looks like any other: a letter, then letters and digits. */
export function documentId(type, key) {
  const digits = BigInt(`0x${createHash('sha256').update(`${type} ${key}`).digest('hex')}`).toString(36)
  const first = String.fromCharCode(97 + (Number.parseInt(digits.charAt(0), 36) % 26))
  return `${first}${digits.slice(1, LENGTH)}`
}

/** Counts from 1, separately for each name. */
export function createCounter() {
  const counts = new Map()
  return (name) => {
    const next = (counts.get(name) ?? 0) + 1
    counts.set(name, next)
    return next
  }
}
