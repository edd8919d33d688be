/** A streamed response keeps its sources open until it ends. */

import type { Chunk, HttpResponse } from '../request/http-request.ts'
import type { Release } from './reopening.ts'

/** The response in place of one that failed before its first chunk; rejects where there is no other. */
export type Again = (error: unknown) => Promise<HttpResponse>

/** `hold`: called when the stream begins, which is as soon as the response is there. */
export function whileStreamed(response: HttpResponse, hold: () => Release, again: Again): HttpResponse {
  const { stream } = response
  if (stream === undefined) return response
  async function* chunks(begin: () => AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
    const release = hold()
    let isBegun = false
    try {
      for await (const chunk of begin()) {
        isBegun = true
        yield chunk
      }
    } catch (error) {
      if (isBegun) throw error
      yield* (await again(error)).stream?.chunks() ?? []
    } finally {
      release()
    }
  }
  return { ...response, stream: { ...stream, chunks: () => chunks(stream.chunks) } }
}
