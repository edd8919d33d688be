/**
 * The primary counts failed logins for all processes. If each counted its own, eight processes would allow eight times
 * as many guesses.
 */

import type { Worker } from 'node:cluster'
import type { FailureCounts, Limited } from '../people/failure-counts.ts'
import { createAskPrimary, peerOf, replyTo } from './cluster-messages.ts'

const TOPIC = 'failed logins'

type Call =
  | { readonly count: readonly Limited[]; readonly always: boolean }
  | { readonly takeBack: readonly string[] }
  | { readonly forget: readonly string[] }

/** Runs in the primary, for each worker. */
export function answerFailedLogins(worker: Worker, counts: FailureCounts): void {
  replyTo(peerOf(worker), TOPIC, (call: Call) => {
    if ('count' in call) return counts.count(call.count, call.always)
    if ('takeBack' in call) counts.takeBack(call.takeBack)
    else counts.forget(call.forget)
    return 0
  })
}

/** Runs in a worker. */
export function askFailedLogins(): FailureCounts {
  const ask = createAskPrimary<Call, number>(TOPIC)
  // If a message is lost, a count stays too high for some minutes, which does no harm.
  const tell = (call: Call) => void ask(call).catch(() => undefined)
  return {
    count: (limits, always = false) => ask({ count: limits, always }),
    takeBack: (keys) => tell({ takeBack: keys }),
    forget: (keys) => tell({ forget: keys }),
  }
}
