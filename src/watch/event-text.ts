/** Server-Sent Events as text: https://html.spec.whatwg.org/multipage/server-sent-events.html */

import { createHash } from 'node:crypto'
import type { ApiError } from '../errors/api-error.ts'
import { errorResponse } from '../respond/error-body.ts'

/** Milliseconds before a client reconnects: randomized, so that clients do not reconnect all at once. */
const LEAST_RETRY = 1_000
const MOST_RETRY = 5_000

/** Equal bodies have equal tags, in all processes. */
export function tagOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27)
}

/** The beginning of every stream. It has no event in it. */
export function retryText(random: () => number = Math.random): string {
  return `retry: ${LEAST_RETRY + Math.floor(random() * (MOST_RETRY - LEAST_RETRY))}\n\n`
}

export function responseText(tag: string, body: string): string {
  return `id: ${tag}\nevent: answer\n${dataLines(body)}\n\n`
}

/** For clients that fetch the response themselves. */
export function tagText(tag: string): string {
  return responseText(tag, tag)
}

/** The client must not reconnect: the request would get this error. */
export function endText(error: ApiError): string {
  return `event: end\n${dataLines(errorResponse(error).body)}\n\n`
}

/** A comment as a heartbeat, so that neither side closes the connection. */
export const HEARTBEAT = ':\n\n'

/** JSON columns may have line breaks between their tokens. */
function dataLines(text: string): string {
  return /[\r\n]/.test(text)
    ? text
        .split(/\r\n|\r|\n/)
        .map((line) => `data: ${line}`)
        .join('\n')
    : `data: ${text}`
}
