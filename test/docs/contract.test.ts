/** docs/queries.md explains every rule of the API by a request, and the answer to that request shows the rule. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCALAR_TYPES } from '../../src/schema/attribute-types.ts'
import { quoted, tableRows } from '../structure/pages.ts'
import { type ExampleSite, openExample, readPage } from './example-site.ts'
import type { Answer, Entry } from './rule.ts'
import * as ofEntries from './rules-of-entries.ts'
import * as ofLists from './rules-of-lists.ts'

const guide = readPage('docs/queries.md')
const shown = [...guide.matchAll(/(?:^|`)GET (\/[^\s`]*)/gm)].map(([, path]) => path)

let example: ExampleSite

beforeAll(async () => {
  example = await openExample()
})
afterAll(() => example.close())

async function ask(path: string): Promise<Answer> {
  const response = await example.lectern.fetch(path)
  const { data, meta, error } = (await response.json()) as Entry & { readonly meta?: { readonly pagination?: Entry } }
  return { status: response.status, data, pagination: meta?.pagination ?? {}, error: (error ?? {}) as Entry }
}

describe.each(Object.entries({ ...ofLists, ...ofEntries }))('%s', (_section, rules) => {
  it.each(rules)('%s: %s', async (_rule, path, holds) => {
    expect(shown).toContain(path)
    expect(holds(await ask(path))).toBe(true)
  })
})

it('no example stands there twice', () => {
  expect(shown.filter((path, index) => shown.indexOf(path) !== index)).toEqual([])
})

it('the wrapped format', async () => {
  const headers = { 'strapi-response-format': 'v4' }
  expect(guide).toContain('`Strapi-Response-Format: v4`')
  const response = await example.lectern.fetch('/api/articles?populate=author', { headers })
  const { data } = (await response.json()) as { readonly data: readonly Entry[] }
  expect(data[0]).toMatchObject({
    documentId: expect.any(String),
    attributes: { author: { data: { id: expect.any(Number) } } },
  })
})

it('the kinds of fields are those that there are', () => {
  const kinds = tableRows(guide, 'Kind', 'As JSON').flatMap(([kind = '']) => quoted(kind))
  expect([...kinds].sort()).toEqual([...SCALAR_TYPES].sort())
})
