/** The examples in the documentation are true: each request is made, against the example project. */

import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_NAMES } from '../../src/vocabulary/operators.ts'
import { eventually, readStream } from '../extensions/watched.ts'
import { type ExampleSite, openExample, readPage, root } from './example-site.ts'

interface Example {
  readonly path: string
  readonly status: number
  readonly message: string | null
}

interface Body {
  readonly data: unknown
  readonly meta?: { readonly pagination?: { readonly total: number } }
  readonly error?: { readonly message: string }
}

const pages = [
  'README.md',
  ...readdirSync(root('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** `GET …` at the start of a line or in backticks; a line `→ 400 message` or `→ 200 []` below says what else to expect. */
function examplesIn(page: string): readonly Example[] {
  const found = readPage(page).matchAll(/(?:^|`)GET (\/[^\s`]*)`?(?:\n→ (\d{3}) (.*))?/gm)
  return [...found].map(([, path = '', status, message]) => ({
    path,
    status: Number(status ?? 200),
    message: message ?? null,
  }))
}

let example: ExampleSite

beforeAll(async () => {
  example = await openExample()
})

afterAll(() => example.close())

async function ask(path: string): Promise<{ readonly status: number; readonly body: Body }> {
  const response = await example.lectern.fetch(path)
  const isLive = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  return { status: response.status, body: (isLive ? await firstEvent(response) : await response.json()) as Body }
}

async function firstEvent(response: Response): Promise<unknown> {
  const stream = readStream(response)
  await eventually(() => expect(stream.events).toHaveLength(1))
  await stream.leave()
  return JSON.parse(stream.events[0]?.data ?? 'null')
}

const totalOf = ({ meta }: Body): number => meta?.pagination?.total ?? Number.NaN

for (const page of pages) {
  const examples = examplesIn(page)
  if (examples.length === 0) continue
  describe(page, () => {
    it.each(examples)('$path', async ({ path, status, message }) => {
      const answer = await ask(path)
      // The README shows one mistake, with its whole answer below.
      if (path === '/api/articles?fields=titel') return expect(answer.body).toEqual(shownInReadme())
      expect(answer.status).toBe(status)
      if (message === '[]') return expect(answer.body.data).toEqual([])
      if (message !== null) return expect(answer.body.error?.message).toBe(message)
      // An example that finds nothing shows nothing.
      expect(answer.body.data).not.toEqual([])
      // Nor does a filter that everything passes.
      if (!/\?(?:filters|_q)\b/.test(path)) return
      const all = await ask(path.replace(/\?.*/, ''))
      expect(totalOf(answer.body)).toBeLessThan(totalOf(all.body))
    })
  })
}

function shownInReadme(): unknown {
  const block = /```json\n([\s\S]*?)```/.exec(readPage('README.md'))?.[1]
  return JSON.parse(block ?? 'null')
}

it('the command in the README finds articles with their authors', async () => {
  const path = /curl 'http:\/\/127\.0\.0\.1:1337(\/[^']*)'/.exec(readPage('README.md'))?.[1]
  const { status, body } = await ask(path ?? '')
  expect(status).toBe(200)
  expect(JSON.stringify(body.data)).toContain('"author":{')
})

it('the query guide has an example for each operator', () => {
  const rows = readPage('docs/queries.md').matchAll(/^\| `(\$\w+)`\s+\|/gm)
  expect([...rows].map(([, operator]) => operator).sort()).toEqual([...OPERATOR_NAMES].sort())
})

it('what the guide populates is there, in one entry at least', async () => {
  const populated = examplesIn('docs/queries.md').filter(
    ({ path, status }) => /\?populate/.test(path) && status === 200,
  )
  expect(populated.length).toBeGreaterThan(10)
  for (const { path } of populated) {
    const name = /populate(?:\[(?!\d)(\w+)\]|[^=]*=(\w+))/.exec(path)
    const attribute = name?.[1] ?? name?.[2]
    if (attribute === undefined) continue
    const entries = (await ask(path)).body.data as readonly Readonly<Record<string, unknown>>[]
    const isFilled = (value: unknown) =>
      value !== null && value !== undefined && !/^(?:\[\]|{"count":0})$/.test(JSON.stringify(value))
    expect(
      entries.some((entry) => isFilled(entry[attribute])),
      path,
    ).toBe(true)
  }
})
