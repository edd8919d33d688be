/**
 * Slows down guessing of passwords. Failures count for the client's address, for the name that was sent, and for the
 * account behind it, which has two names: a username and an e-mail address.
 */

import { normalized } from '../config/normalized.ts'
import { ApiError } from '../errors/api-error.ts'
import { createFailureCounts, type FailureCounts, keyOf, type Limited } from './failure-counts.ts'
import { networkOf } from './network.ts'

/** Failures of one name, or one account, from one address. */
export const MOST_FAILURES = 5
/** Maximum number of failures from one address, for all names together. */
export const MOST_OF_ADDRESS = 20
/** Failures of one name, or one account, from all addresses together: less would let others lock an account. */
export const MOST_OF_NAME = 100
/** Password comparisons that may wait: each keeps a core busy for a tenth of a second. */
export const MOST_WAITING = 20

export interface LoginLimit {
  /**
   * Makes the attempt, one at a time, unless there were too many. It counts as a failure until it has succeeded: concurrent
   * attempts must not all pass.
   */
  attempt<T>(who: Attempt, succeeds: (mayBe: MayBe) => Promise<T>): Promise<T>
}

/**
 * Whether logins to this account are allowed now. If not, the attempt must fail as with a wrong password: a different error
 * would reveal that two names belong to one account.
 */
export type MayBe = (accountId: number) => Promise<boolean>

interface Attempt {
  readonly address: string
  readonly identifier: string
}

interface LoginLimited extends Limited {
  /** Whether a success clears earlier failures. Not for an address, since an attacker may own one of the accounts. */
  readonly forgiving: boolean
}

/** `counts`: where several processes serve one project, those of all of them. */
export function createLoginLimit(counts: FailureCounts = createFailureCounts()): LoginLimit {
  const queued = createQueue()

  return {
    async attempt({ address, identifier }, succeeds) {
      const network = networkOf(address)
      const ofAddress = { key: keyOf('address', network), most: MOST_OF_ADDRESS, forgiving: false }
      const counted: LoginLimited[] = [ofAddress, ...limitsOf(network, 'name', nameOf(identifier))]
      const wait = await counts.count(counted)
      if (wait > 0) throw limited(wait)
      const mayBe: MayBe = async (id) => {
        const ofAccount = limitsOf(network, 'account', String(id))
        const isAllowed = (await counts.count(ofAccount, true)) === 0
        counted.push(...ofAccount)
        return isAllowed
      }
      try {
        const result = await queued(() => succeeds(mayBe))
        counts.forget(keysOf(counted.filter(({ forgiving }) => forgiving)))
        counts.takeBack(keysOf(counted.filter(({ forgiving }) => !forgiving)))
        return result
      } catch (error) {
        if (tellsNothing(error)) counts.takeBack(keysOf(counted))
        throw error
      }
    },
  }
}

function keysOf(limits: readonly Limited[]): readonly string[] {
  return limits.map(({ key }) => key)
}

/** The database is busy, or too many log in at once: no password was compared, so the attempt does not count. */
function tellsNothing(error: unknown): boolean {
  return error instanceof ApiError && (error.status >= 500 || error.code === 'RATE_LIMITED')
}

function limitsOf(network: string, kind: 'name' | 'account', what: string): readonly LoginLimited[] {
  return [
    { key: keyOf(kind, what, network), most: MOST_FAILURES, forgiving: true },
    { key: keyOf(kind, what), most: MOST_OF_NAME, forgiving: false },
  ]
}

function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
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

/** Characters: no account has a name this long, and to normalize one as long as a body would stop all other requests. */
const LONGEST_NAME = 1_000

/** Written in another case it is the same name. */
const nameOf = (identifier: string): string => normalized(identifier.slice(0, LONGEST_NAME).toLowerCase(), 'NFKC')
