/** A response that is made while it is sent keeps open what it is made from. */

import type { Chunk, HttpResponse } from '../request/http-request.ts'
import type { Release } from './reopening.ts'

/** `hold`: called when the stream begins, which is as soon as the response is there. */
export function whileStreamed(response: HttpResponse, hold: () => Release): HttpResponse {
  const { stream } = response
  if (stream === undefined) return response
  async function* chunks(begin: () => AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
    const release = hold()
    try {
      yield* begin()
    } finally {
      release()
    }
  }
  return { ...response, stream: { ...stream, chunks: () => chunks(stream.chunks) } }
}
