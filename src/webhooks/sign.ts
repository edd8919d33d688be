/**
 * Signatures as Standard Webhooks defines them (standardwebhooks.com), so that receivers can verify them with a library
 * in their own language.
 */

import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export interface SignedMessage {
  /** The same for every attempt: receivers recognise repetitions by it. */
  readonly id: string
  readonly body: string
}

/** `now` in milliseconds. The time is signed too: a receiver can refuse old requests that are sent again. */
export function signatureHeaders(
  { id, body }: SignedMessage,
  secret: string | null,
  now: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1_000))
  const identity = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  if (secret === null) return identity
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { ...identity, 'webhook-signature': `v1,${digest}` }
}
