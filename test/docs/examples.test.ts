/** The examples in the documentation are true: each request is made, against the example project. */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'

interface Example {
  readonly path: string
  readonly status: number
  readonly message: string | null
}

const root = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

const pages = [
  'README.md',
  ...readdirSync(root('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** `GET …` at the start of a line or in backticks; a line `→ 400 message` below says what else than 200 to expect. */
function examplesIn(page: string): readonly Example[] {
  const found = readFileSync(root(page), 'utf8').matchAll(/(?:^|`)GET (\/[^\s`]*)`?(?:\n→ (\d{3}) (.*))?/gm)
  return [...found].map(([, path = '', status, message]) => ({
    path,
    status: Number(status ?? 200),
    message: message ?? null,
  }))
}

let lectern: Lectern

beforeAll(async () => {
  lectern = await openProject({ project: root('example') })
})

afterAll(() => lectern.close())

for (const page of pages) {
  const examples = examplesIn(page)
  if (examples.length === 0) continue
  describe(page, () => {
    it.each(examples)('$path', async ({ path, status, message }) => {
      const response = await lectern.fetch(path)
      const body = (await response.json()) as { readonly data: unknown; readonly error?: { readonly message: string } }
      // The README shows one mistake, with its whole answer below.
      if (path === '/api/articles?fields=titel') return expect(body).toEqual(shownInReadme())
      expect(response.status).toBe(status)
      if (message !== null) expect(body.error?.message).toBe(message)
      // An example that finds nothing shows nothing.
      else expect(body.data).not.toEqual([])
    })
  })
}

function shownInReadme(): unknown {
  const block = /```json\n([\s\S]*?)```/.exec(readFileSync(root('README.md'), 'utf8'))?.[1]
  return JSON.parse(block ?? 'null')
}

it('the query guide has an example for each operator', () => {
  const operators = readFileSync(root('docs/queries.md'), 'utf8').match(/^\| `\$\w+` \|/gm)
  expect(operators).toHaveLength(24)
})
