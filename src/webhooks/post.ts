/** One POST request to a receiver. It is never redirected, and only so much of the response is read. */

import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type AllowedPrivate, addressIn, checkedLookup, mayReach, RefusedAddress } from './addresses.ts'

export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PostRules {
  /** Milliseconds from the first look for an address to the end of the response. */
  readonly timeout: number
  readonly allowPrivate: AllowedPrivate
  /** Tests replace it. */
  readonly lookup?: LookupFunction
}

/** Bytes of a response: only its status matters. */
const RESPONSE_BYTES = 64 * 1_024

/** Returns the status of the response. Throws without a response. */
export async function post({ url, headers, body }: Post, rules: PostRules, signal: AbortSignal): Promise<number> {
  const target = new URL(url)
  const literal = addressIn(target)
  if (literal !== null && !mayReach(literal, rules.allowPrivate)) throw new RefusedAddress(literal)
  const request = target.protocol === 'https:' ? overHttps : overHttp
  const deadline = AbortSignal.timeout(rules.timeout)
  return new Promise((resolve, reject) => {
    const sending = request(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
      agent: false,
      lookup: rules.lookup ?? checkedLookup(rules.allowPrivate),
      signal: AbortSignal.any([signal, deadline]),
    })
    sending.on('response', (response) => {
      // The status is known: a response that never ends, or breaks off, changes nothing.
      const done = () => {
        sending.destroy()
        resolve(response.statusCode ?? 0)
      }
      readSome(response, done)
    })
    sending.on('error', (error) => reject(deadline.aborted ? late(rules.timeout) : error))
    // Neither of the two: status 101, after which Node closes the connection without an event.
    sending.once('close', () => reject(new Error('connection closed without a response')))
    sending.end(body)
  })
}

function readSome(response: IncomingMessage, done: () => void): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > RESPONSE_BYTES) done()
  })
  response.once('close', done)
  response.once('error', done)
}

function late(timeout: number): Error {
  return new Error(`no response within ${timeout / 1_000} s`)
}
