/** A message to a webhook: headers, signature, and what came of it. */

import type { WebhookSettings } from '../config/settings.ts'
import { codeOf } from '../errors/code-of.ts'
import { PURGE_EVENT } from '../vocabulary/webhook-events.ts'
import { RefusedAddress } from './addresses.ts'
import { type PostRules, post } from './post.ts'
import { signatureHeaders } from './sign.ts'
import type { Webhook } from './webhook.ts'

export interface Message {
  /** The same for every attempt. */
  readonly id: string
  readonly event: string
  readonly body: string
}

export interface Sent {
  readonly delivered: boolean
  /** The status of the response; null where there was none. */
  readonly status: number | null
  /** Why it was not delivered, without secrets. */
  readonly reason: string | null
}

export type Send = (webhook: Webhook, message: Message, signal: AbortSignal) => Promise<Sent>

export interface SendOptions extends Pick<PostRules, 'lookup'> {
  readonly settings: WebhookSettings
  /** Lectern's. */
  readonly version: string
  readonly now: () => number
}

export function createSend({ settings, version, now, lookup }: SendOptions): Send {
  const rules = { ...settings, ...(lookup === undefined ? {} : { lookup }) }
  return async (webhook, message, signal) => {
    const headers = {
      'user-agent': `Lectern/${version}`,
      ...withoutReserved(settings.defaultHeaders),
      ...withoutReserved(webhook.headers),
      ...(message.event === PURGE_EVENT ? {} : { 'x-strapi-event': message.event }),
      'content-type': 'application/json',
      ...signatureHeaders(message, webhook.secrets, now()),
    }
    try {
      const status = await post({ url: webhook.url, headers, body: message.body }, rules, signal)
      const delivered = status >= 200 && status < 300
      return { delivered, status, reason: delivered ? null : refusedWith(status) }
    } catch (error) {
      return { delivered: false, status: null, reason: reasonOf(error) }
    }
  }
}

function refusedWith(status: number): string {
  return status >= 300 && status < 400 ? `status ${status}: redirects are not followed` : `status ${status}`
}

/** Headers that the request itself sets. */
const RESERVED = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'upgrade', 'te'])
const SIGNED = ['content-type', 'x-strapi-event', 'webhook-id', 'webhook-timestamp', 'webhook-signature']

export function isReservedHeader(name: string): boolean {
  return RESERVED.has(name.toLowerCase()) || SIGNED.includes(name.toLowerCase())
}

function withoutReserved(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(named.filter(([name]) => !isReservedHeader(name)))
}

/** The column has room for 255 characters; the name of a host may have as many. */
const LONGEST_REASON = 250

/** Names of errors and not their texts, which may repeat the address with its key. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const code = codeOf(error)
  const isOurs = error instanceof RefusedAddress || code === '' || code === 'ABORT_ERR'
  return (isOurs ? error.message : meaningOf(code)).slice(0, LONGEST_REASON)
}

/** Error codes of Node's parser begin with `HPE_`. */
const meaningOf = (code: string): string =>
  code.startsWith('HPE_') ? 'the response is not HTTP' : (MEANINGS.get(code) ?? code)

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'connection closed without a response'],
  ['ENOTFOUND', 'the name has no address'],
  ['EAI_AGAIN', 'the name could not be resolved'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is self-signed'],
])
