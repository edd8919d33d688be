/** Live responses in the client, when connections break, are refused, or become silent. */

import { afterEach, expect, it, vi } from 'vitest'
import { createClient, LecternError } from '../../src/client/index.ts'

const event = (id: string, data: unknown) => `id: ${id}\nevent: answer\ndata: ${JSON.stringify({ data })}\n\n`
const refusal = (status: number) => JSON.stringify({ data: null, error: { status, name: 'AnError', message: 'No' } })

/** A stream of these chunks, which stays open if the last one is `open`. */
function stream(...chunks: readonly string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) if (chunk !== 'open') controller.enqueue(new TextEncoder().encode(chunk))
      if (chunks.at(-1) !== 'open') controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** Responds to requests in this order; an error is thrown, as `fetch` does without a network. */
function clientOf(...answers: readonly (Response | Error)[]) {
  const asked: (string | undefined)[] = []
  const signals: (AbortSignal | undefined)[] = []
  const client = createClient({
    url: 'http://lectern.example',
    fetch: async (url, { headers, signal }) => {
      const answer = answers[asked.length]
      expect(url).toBe('http://lectern.example/api/articles/actions/watch?sort=title')
      asked.push(headers['Last-Event-ID'])
      signals.push(signal)
      if (answer === undefined) return new Promise((_, reject) => signal?.addEventListener('abort', reject))
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  const watch = (options = {}) => client.articles?.watch({ sort: 'title' }, options) as AsyncIterableIterator<unknown>
  return { watch, asked, signals }
}

async function take(live: AsyncIterable<unknown>, count: number): Promise<readonly unknown[]> {
  const taken: unknown[] = []
  for await (const { data } of live as AsyncIterable<{ data: unknown }>) {
    taken.push(data)
    if (taken.length === count) break
  }
  return taken
}

afterEach(() => void vi.useRealTimers())

it('continues after a lost connection, without repeating a response', async () => {
  const { watch, asked, signals } = clientOf(
    stream('retry: 1\n\n', event('a', 1), ':\n\n', event('b', 2)),
    stream('retry: 1\n\n'),
    stream(event('b', 2), event('c', 3), 'open'),
  )
  expect(await take(watch(), 3)).toEqual([1, 2, 3])
  expect(asked).toEqual([undefined, 'b', 'b'])
  // Leaving the loop closes the connection.
  expect(signals.at(-1)?.aborted).toBe(true)
})

it('parses events, however they are split into chunks', async () => {
  const whole = `retry: 1\r\n\r\n${event('a', 'ü\n')}id: b\ndata: {"data":\ndata: 2}\n\n`
  const bytes = new TextEncoder().encode(whole)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
      controller.close()
    },
  })
  const { watch } = clientOf(new Response(body))
  expect(await take(watch(), 2)).toEqual(['ü\n', 2])
})

it('retries after temporary errors, once it was connected', async () => {
  const { watch, asked } = clientOf(
    stream('retry: 1\n\n', event('a', 1)),
    new TypeError('fetch failed'),
    new Response(refusal(503), { status: 503 }),
    stream(event('b', 2), 'open'),
  )
  expect(await take(watch(), 2)).toEqual([1, 2])
  expect(asked).toEqual([undefined, 'a', 'a', 'a'])
})

it.each([
  ['a refusal', new Response(refusal(403), { status: 403 }), { status: 403, reason: 'No' }],
  ['overload', new Response(refusal(503), { status: 503 }), { status: 503 }],
  ['no network', new TypeError('fetch failed'), { message: 'fetch failed' }],
  ['no extension', new Response(refusal(404), { status: 404 }), { status: 404 }],
])('throws errors before the first response: %s', async (_what, answer, error) => {
  const { watch, asked } = clientOf(answer)
  await expect(take(watch(), 1)).rejects.toMatchObject(error)
  expect(asked).toHaveLength(1)
})

it('throws the error with which the server ends the stream', async () => {
  const { watch, asked } = clientOf(stream('retry: 1\n\n', event('a', 1), `event: end\ndata: ${refusal(401)}\n\n`))
  const ended = take(watch(), 2)
  await expect(ended).rejects.toBeInstanceOf(LecternError)
  await expect(ended).rejects.toMatchObject({ status: 401, code: 'AnError', reason: 'No', method: 'GET' })
  expect(asked).toHaveLength(1)
})

it('ends without an error when its signal is aborted', async () => {
  for (const answers of [[stream(event('a', 1), 'open')], [stream('retry: 60000\n\n', event('a', 1))]]) {
    const stopping = new AbortController()
    const { watch } = clientOf(...answers)
    const live = watch({ signal: stopping.signal })
    expect((await live.next()).value).toEqual({ data: 1 })
    const next = live.next()
    stopping.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  }
  const { watch, asked } = clientOf()
  expect(await take(watch({ signal: AbortSignal.abort() }), 1)).toEqual([])
  expect(asked).toEqual([])
})

it('reconnects if nothing was received for too long', async () => {
  vi.useFakeTimers()
  const { watch, signals } = clientOf(stream('retry: 1\n\n', event('a', 1), 'open'))
  const live = watch()
  await live.next()
  void live.next()
  await vi.advanceTimersByTimeAsync(44_000)
  expect(signals[0]?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(signals[0]?.aborted).toBe(true)
})
