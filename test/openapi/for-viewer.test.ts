/** The description as the page at /_docs hands it to its viewer: in the words of OpenAPI 3.0. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../src/index.ts'
import { AS_FULL_ACCESS, type Magazine, openMagazine } from '../support/magazine.ts'
import { problemsOf } from './validate.ts'

type Description = Omit<OpenApiDocument, 'openapi'> & { readonly openapi: string }

// A script of the page, in JavaScript.
const { forViewer } = (await import(new URL('../../pages/docs/for-viewer.js', import.meta.url).href)) as {
  forViewer(description: object): Description
}

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

it('is valid, and has every operation', async () => {
  const response = await magazine.lectern.fetch('/_openapi.json', { headers: AS_FULL_ACCESS })
  const description = (await response.json()) as OpenApiDocument
  const shown = forViewer(description)
  expect(shown.openapi).toMatch(/^3\.0\./)
  expect(await problemsOf(shown)).toEqual([])
  const operations = ({ paths }: Description) => Object.entries(paths).map(([path, item]) => [path, Object.keys(item)])
  expect(operations(shown)).toEqual(operations(description))
})

it.each([
  [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [{ type: 'null' }, { type: 'object', nullable: true, enum: [null] }],
  [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
  [
    { type: ['string', 'integer', 'null'] },
    {
      anyOf: [
        { type: 'string', nullable: true },
        { type: 'integer', nullable: true },
      ],
    },
  ],
  [{ anyOf: [{ $ref: '#/a' }, { type: 'null' }] }, { type: 'object', nullable: true, anyOf: [{ $ref: '#/a' }] }],
  [{ anyOf: [{ type: 'object', title: 'A' }, { type: 'null' }] }, { type: 'object', title: 'A', nullable: true }],
  [
    { type: 'array', items: { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'string' }] } },
    { type: 'array', items: { type: 'string', anyOf: [{ type: 'string', enum: ['a'] }, { type: 'string' }] } },
  ],
  [{ const: 'a' }, { enum: ['a'] }],
  [
    { type: 'string', examples: ['a', 'b'] },
    { type: 'string', example: 'a' },
  ],
  [
    { type: 'string', contentMediaType: 'image/png' },
    { type: 'string', format: 'binary' },
  ],
  // Names and values are not keywords.
  [{ properties: { type: { type: 'string' }, const: {} } }, { properties: { type: { type: 'string' }, const: {} } }],
  [{ example: { type: ['a'], const: 1 } }, { example: { type: ['a'], const: 1 } }],
])('%j becomes %j', (schema, expected) => {
  const shown = forViewer({ components: { schemas: { A: schema } } })
  expect(shown.components.schemas.A).toEqual(expected)
})
