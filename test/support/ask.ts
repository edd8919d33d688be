/** Requests to an open project, and checks of the responses. */

import { expect } from 'vitest'
import type { Lectern } from '../../src/index.ts'

export type Entry = Readonly<Record<string, unknown>>
export type Headers = Readonly<Record<string, string>>

export interface ErrorBody {
  readonly status: number
  readonly name: string
  readonly message: string
  readonly details: Entry
}

interface ListBody {
  readonly data: readonly Entry[]
  readonly meta: { readonly pagination: Entry }
}

export interface Asker {
  /** The body of a list; anything but 200 fails the test. */
  body(path: string, headers?: Headers): Promise<ListBody>
  list(path: string, headers?: Headers): Promise<readonly Entry[]>
  /** The first entry of a list. */
  first(path: string, headers?: Headers): Promise<Entry>
  ids(path: string, headers?: Headers): Promise<readonly unknown[]>
  /** One entry: a single type, or a path with a documentId. */
  one(path: string, headers?: Headers): Promise<Entry>
  /** The error of a refused request; a response that is not an error, or has no proper envelope, fails the test. */
  refusal(path: string, headers?: Headers): Promise<ErrorBody>
  text(path: string, headers?: Headers): Promise<string>
}

export function askerOf(lectern: Pick<Lectern, 'fetch'>): Asker {
  const parsed = async (path: string, headers: Headers = {}) => {
    const response = await lectern.fetch(path, { headers })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const body = async (path: string, headers?: Headers) => {
    const answer = await parsed(path, headers)
    expect(answer, path).toMatchObject({ status: 200 })
    return answer.body as ListBody
  }
  const list = async (path: string, headers?: Headers) => (await body(path, headers)).data
  return {
    body,
    list,
    first: async (path, headers) => {
      const [entry] = await list(path, headers)
      if (entry === undefined) throw new Error(`nothing found: ${path}`)
      return entry
    },
    ids: async (path, headers) => (await list(path, headers)).map((entry) => entry.id),
    one: async (path, headers) => (await body(path, headers)).data as unknown as Entry,
    refusal: async (path, headers) => {
      const { status, body } = await parsed(path, headers)
      const expected = { status, name: expect.any(String), message: expect.stringMatching(/./) }
      expect(body, path).toEqual({ data: null, error: { ...expected, details: expect.any(Object) } })
      expect(status, path).toBeGreaterThanOrEqual(400)
      return (body as { error: ErrorBody }).error
    },
    text: async (path, headers = {}) => (await lectern.fetch(path, { headers })).text(),
  }
}
