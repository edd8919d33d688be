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

/**
 * `now` in milliseconds. The time is signed too: a receiver can refuse old requests that are sent again. One signature
 * for each secret, so that receivers which do not have the newest one yet can still verify it.
 */
export function signatureHeaders(
  { id, body }: SignedMessage,
  secrets: readonly string[],
  now: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1_000))
  const identity = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  if (secrets.length === 0) return identity
  const signatures = secrets.map((secret) => signatureOf(`${id}.${timestamp}.${body}`, secret))
  return { ...identity, 'webhook-signature': signatures.join(' ') }
}

function signatureOf(text: string, secret: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}
