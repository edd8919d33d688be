/** Reads live responses in tests, with a parser of its own, so that the client's is not used to test itself. */

import { vi } from 'vitest'
import type { Lectern } from '../../src/index.ts'

/** The project that the tests of live responses write to. */
export const WATCHED_TYPES = {
  article: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      views: { type: 'integer' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    },
  },
  author: { attributes: { name: { type: 'string' } } },
}

interface Event {
  readonly id: string | null
  readonly name: string
  readonly data: string
}

export interface Stream {
  readonly response: Response
  /** All events so far. */
  readonly events: readonly Event[]
  /** The data of the last event `answer`. */
  latest(): string | null
  /** Resolves when the server has ended it. */
  readonly over: Promise<void>
  leave(): Promise<void>
}

type Headers = Readonly<Record<string, string>>

export async function openStream(lectern: Pick<Lectern, 'fetch'>, path: string, headers: Headers = {}) {
  return readStream(await lectern.fetch(path, { headers }))
}

export function readStream(response: Response): Stream {
  const events: Event[] = []
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  const over = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = `${rest}${part.value}`.split('\n\n')
      rest = blocks.pop() ?? ''
      events.push(...blocks.filter((block) => /^data:/m.test(block)).map(eventIn))
    }
  })()
  over.catch(() => undefined)
  return {
    response,
    events,
    over,
    latest: () => events.filter(({ name }) => name === 'answer').at(-1)?.data ?? null,
    leave: () => reader.cancel(),
  }
}

function eventIn(block: string): Event {
  const values = (field: string) =>
    [...block.matchAll(new RegExp(`^${field}: (.*)$`, 'gm'))].map(([, text]) => text ?? '')
  return { id: values('id')[0] ?? null, name: values('event')[0] ?? 'message', data: values('data').join('\n') }
}

/** Checks once a second, with a long timeout: the machine may be busy. */
export function eventually(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, { timeout: 15_000, interval: 20 })
}
