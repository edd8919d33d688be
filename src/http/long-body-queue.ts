/**
 * Requests with long bodies go on one after the other, the shortest first, with the event loop free in between: parsing many
 * of them in one iteration would hold up all other requests.
 */

import { createPacedWork } from '../execute/paced-work.ts'
import type { HttpRequest } from '../request/http-request.ts'

/** Characters: parsing more takes a noticeable time. */
export const LONG_BODY = 64 * 1024

/** Resolves with the same request when it is its turn; rejects with the reason of its signal where that is aborted before. */
export type LongBodyQueue = (request: HttpRequest) => Promise<HttpRequest>

export function createLongBodyQueue(): LongBodyQueue {
  const turns = createPacedWork()
  return async (request) => {
    const { body = '', signal } = request
    if (body.length > LONG_BODY) await turns.run(body.length, signal, () => undefined)
    return request
  }
}
