/** `signal` of a request without a socket: what `fetch` does with it, and what the server learns. */

import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Fetch } from '../src/http/fetch.ts'
import type { Answer, HttpRequest } from '../src/request/http-request.ts'
import { closeServers, startServer } from './support/http-server.ts'

afterEach(closeServers)

const ok: Answer = async () => ({ status: 200, headers: {}, body: 'all' })

/** Answers nothing before the request is aborted; what it was aborted with is in `reasons`. */
function slow() {
  const reasons: unknown[] = []
  const { fetch, asked } = startServer(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reasons.push(signal.reason)
          reject(signal.reason)
        })
      }),
  )
  return { fetch, asked, reasons }
}

/** One chunk, and then nothing until the request is aborted. */
function streamed() {
  const ends: string[] = []
  async function* chunks({ signal }: HttpRequest) {
    yield 'first\n'
    await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    ends.push('aborted')
  }
  const { fetch } = startServer(async (request) => ({
    status: 200,
    headers: {},
    body: '',
    stream: { isLive: false, chunks: () => chunks(request) },
  }))
  return { fetch, ends }
}

const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

describe('a request whose signal is aborted', () => {
  it('before it is made, rejects with the reason, and is not made', async () => {
    const { fetch, asked } = startServer(ok)
    const reason = new Error('no longer wanted')
    await expect(fetch('/a', { method: 'POST', signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    await expect(fetch(new Request('http://site/a', { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
    await expect(fetch('/a', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked).toEqual([])
  })

  it.each<[string, (signal: AbortSignal) => Parameters<Fetch>]>([
    ['of the options', (signal) => ['/a', { signal }]],
    ['of a request', (signal) => [new Request('http://site/a', { signal })]],
    ['of options beside a request', (signal) => [new Request('http://site/a'), { signal }]],
  ])('while it is answered, rejects with the reason, and ends what it had begun: %s', async (_which, given) => {
    const { fetch, asked, reasons } = slow()
    const controller = new AbortController()
    const asking = fetch(...given(controller.signal))
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    controller.abort('enough')
    await expect(asking).rejects.toBe('enough')
    await vi.waitFor(() => expect(reasons).toMatchObject([{ code: 'CLIENT_GONE' }]))
  })

  it('by a timeout, rejects with the TimeoutError', async () => {
    await expect(slow().fetch('/a', { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })

  it('while its own body is read, reads no more of it, and is not made', async () => {
    const { fetch, asked } = startServer(ok)
    const cancelled = vi.fn()
    const body = new ReadableStream<Uint8Array>({ cancel: cancelled })
    const controller = new AbortController()
    const sending = fetch('/a', { method: 'POST', body, signal: controller.signal })
    controller.abort('enough')
    await expect(sending).rejects.toBe('enough')
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledWith('enough'))
    expect(asked).toEqual([])
  })

  it('while the response is streamed, fails its body with the reason, and ends the stream', async () => {
    const { fetch, ends } = streamed()
    const controller = new AbortController()
    const { signal } = controller
    const reader = (await fetch('/a', { signal })).body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first\n')
    const next = reader?.read()
    controller.abort('enough')
    await expect(next).rejects.toBe('enough')
    await vi.waitFor(() => expect(ends).toEqual(['aborted']))
    await vi.waitFor(() => expect(listenersOf(signal)).toBe(0))
  })

  it('after the response is there, leaves it alone', async () => {
    const { fetch } = startServer(ok)
    const controller = new AbortController()
    const response = await fetch('/a', { signal: controller.signal })
    expect(listenersOf(controller.signal)).toBe(0)
    controller.abort()
    expect(await response.text()).toBe('all')
  })
})

describe('a signal', () => {
  it('may belong to many requests, without a warning', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const { fetch, asked } = slow()
    const controller = new AbortController()
    const all = Array.from({ length: 20 }, () => fetch('/a', { signal: controller.signal }))
    await vi.waitFor(() => expect(asked).toHaveLength(20))
    controller.abort('enough')
    expect(await Promise.allSettled(all)).toEqual(all.map(() => ({ status: 'rejected', reason: 'enough' })))
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  it('may be null, which takes it away from a request', async () => {
    const { fetch } = startServer(ok)
    expect((await fetch('/a', { signal: null })).status).toBe(200)
    const aborted = new Request('http://site/a', { signal: AbortSignal.abort() })
    expect((await fetch(aborted, { signal: null })).status).toBe(200)
  })

  it('is refused where it is none', async () => {
    const signal = { aborted: false } as unknown as AbortSignal
    await expect(startServer(ok).fetch('/a', { signal })).rejects.toThrow('The signal must be an AbortSignal')
  })
})
