/**
 * Slows down whoever guesses passwords. What counts is where a request came from, as the socket says it, and whom it
 * names; nothing else in a request can be trusted for this.
 */

import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { ApiError } from '../errors/api-error.ts'

export const MOST_FAILURES = 5
/** Milliseconds. */
export const PERIOD = 5 * 60_000
/** Comparisons that may wait for one another: each takes the processor for a tenth of a second. */
export const MOST_WAITING = 20
const MOST_KEPT = 10_000

export interface LoginLimit {
  /**
   * Makes the attempt, one at a time, unless there were too many for this address and identifier. It counts until it
   * has succeeded: those made at the same moment must not all be let through.
   */
  attempt<T>(who: Attempt, succeeds: () => Promise<T>): Promise<T>
}

export interface Attempt {
  readonly address: string
  readonly identifier: string
}

interface Count {
  readonly failures: number
  /** Milliseconds: when it is forgotten. */
  readonly until: number
}

export function createLoginLimit(now: () => number = Date.now): LoginLimit {
  // In the order in which they will be forgotten.
  const counts = new Map<string, Count>()
  const inTurn = createTurns()

  function begin(key: string): void {
    const time = now()
    const known = counts.get(key)
    const count = known === undefined || known.until <= time ? { failures: 0, until: time + PERIOD } : known
    if (count.failures >= MOST_FAILURES) throw limited(count.until - time)
    if (count !== known) counts.delete(key)
    counts.set(key, { ...count, failures: count.failures + 1 })
    const oldest = counts.keys().next()
    if (counts.size > MOST_KEPT && !oldest.done) counts.delete(oldest.value)
  }

  return {
    async attempt(who, succeeds) {
      const key = keyOf(who)
      begin(key)
      const result = await inTurn(succeeds)
      counts.delete(key)
      return result
    },
  }
}

function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return (work) => {
    if (waiting >= MOST_WAITING) throw limited(1_000)
    waiting += 1
    const result = last.then(work).finally(() => {
      waiting -= 1
    })
    last = result.catch(() => undefined)
    return result
  }
}

function limited(milliseconds: number): ApiError {
  return new ApiError('RATE_LIMITED', { headers: { 'Retry-After': String(Math.ceil(milliseconds / 1_000)) } })
}

/** Hashed: however long an identifier is, its key is short. Written in another case it is the same one. */
function keyOf({ address, identifier }: Attempt): string {
  const name = identifier.toLowerCase().normalize('NFKC')
  return createHash('sha256')
    .update(`${networkOf(address)}\0${name}`)
    .digest('base64')
}

/** One customer has a whole /64 of IPv6 addresses. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const [front, back] = [groupsOf(head), groupsOf(tail ?? '')]
  const between = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  return [...front, ...between, ...back].slice(0, 4).join(':')
}

const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))
