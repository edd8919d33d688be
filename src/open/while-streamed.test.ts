import { describe, expect, it } from 'vitest'
import type { HttpResponse } from '../request/http-request.ts'
import { type Again, whileStreamed } from './while-streamed.ts'

const streamed = (chunks: () => AsyncIterable<string>): HttpResponse => ({
  status: 200,
  headers: {},
  body: '',
  stream: { chunks, isLive: true },
})

const refused = new Error('refused')

async function* failingAfter(...chunks: readonly string[]) {
  yield* chunks
  throw refused
}

async function* of(...chunks: readonly string[]) {
  yield* chunks
}

/** What was sent, and whether the project is held at the end. */
async function send(response: HttpResponse, again: Again) {
  let held = 0
  const hold = () => {
    held += 1
    return () => {
      held -= 1
    }
  }
  const sent: unknown[] = []
  const failure = await (async () => {
    for await (const chunk of whileStreamed(response, hold, again).stream?.chunks() ?? []) sent.push(chunk, held)
    return null
  })().catch((error: unknown) => error)
  return { sent, failure, held }
}

describe('whileStreamed', () => {
  const other: Again = async () => streamed(() => of('other'))

  it('holds the project until the last chunk', async () => {
    expect(
      await send(
        streamed(() => of('a', 'b')),
        other,
      ),
    ).toEqual({ sent: ['a', 1, 'b', 1], failure: null, held: 0 })
  })

  it('sends another response where the first was refused before it began', async () => {
    expect(
      await send(
        streamed(() => failingAfter()),
        other,
      ),
    ).toEqual({ sent: ['other', 1], failure: null, held: 0 })
  })

  it('fails where there is no other, or where it had begun', async () => {
    const none: Again = (error) => Promise.reject(error)
    expect(
      await send(
        streamed(() => failingAfter()),
        none,
      ),
    ).toEqual({ sent: [], failure: refused, held: 0 })
    expect(
      await send(
        streamed(() => failingAfter('a')),
        other,
      ),
    ).toEqual({ sent: ['a', 1], failure: refused, held: 0 })
  })
})
