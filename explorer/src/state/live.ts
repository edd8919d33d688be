/** Sends the request again whenever the server says that its response has changed. */

import { effect } from '@preact/signals'
import { eventsIn } from '../../../src/client/event-stream.ts'
import { headersFor } from './answer.ts'
import type { State } from './state.ts'

/** Milliseconds: a pause in typing, and one before connecting again. */
const PAUSE = 500

export function followChanges(state: State, run: () => Promise<void>): void {
  effect(() => {
    const { url, token, isLive } = state
    if (!isLive.value || url.value === '') return
    const stop = new AbortController()
    void follow(liveUrl(url.value), token.value, stop.signal, run).then((isOver) => {
      // The response to the same request says why.
      if (!isOver) return
      isLive.value = false
      void run()
    })
    return () => stop.abort()
  })
}

/** Only the `ETag` is read here; the request that is sent again shows the response. */
function liveUrl(url: string): string {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  return `${path}/actions/watch?${query === '' ? '' : `${query}&`}watch=etag`
}

/** Resolves with true when the server refuses. */
async function follow(url: string, token: string, signal: AbortSignal, run: () => Promise<void>): Promise<boolean> {
  let seen: string | null = null
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
    if (signal.aborted) return false
    const response = await fetch(url, { headers: headersFor(token), signal, cache: 'no-store' }).catch(() => null)
    if (signal.aborted) return false
    if (response !== null && response.status < 500 && !response.ok) return true
    if (response?.ok !== true || response.body === null) continue
    try {
      for await (const { name, id } of eventsIn(response.body, signal)) {
        if (name === 'end') return true
        if (id === null || id === seen) continue
        seen = id
        await run()
      }
    } catch {
      // The connection broke: connect again.
    }
  }
}
