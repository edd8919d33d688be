/** Responses of Strapi that were recorded are as the description says, which generated clients rely on. */

import { expect, it } from 'vitest'
import type { OpenApiDocument } from '../../src/index.ts'
import { AS_FULL_ACCESS, openMagazine } from '../support/magazine.ts'
import { recordedRequests, responseOn } from '../support/recorded-requests.ts'
import { answerPointer, shapesOf } from './validate.ts'

/** `/api/articles/abc?fields=title` → `/api/articles/{documentId}`. */
function describedPath(url: string, known: ReadonlySet<string>): string | undefined {
  const path = url.split('?')[0] ?? ''
  const one = path.replace(/[^/]+$/, '{documentId}')
  return [path, one].find((candidate) => known.has(candidate))
}

it('recorded responses fit their schemas, and have nothing besides', async () => {
  const magazine = await openMagazine('strapi')
  const document = JSON.parse(await magazine.text('/_openapi.json', AS_FULL_ACCESS)) as OpenApiDocument
  await magazine.close()
  const { faults } = shapesOf(document, { sealed: true })
  const known = new Set(Object.keys(document.paths))
  const described = recordedRequests().flatMap((recorded) => {
    const { path: url, headers } = recorded
    const { status, body } = responseOn('sqlite', recorded)
    const path = describedPath(url, known)
    // The wrapped format is not described.
    return status !== 200 || path === undefined || headers !== undefined ? [] : [{ url, path, body }]
  })
  const wrong = described.flatMap(({ url, path, body }) => {
    const [first] = faults(answerPointer(path), body)
    return first === undefined ? [] : [`${url}: ${first}`]
  })
  expect(described.length).toBeGreaterThan(1000)
  expect(wrong).toEqual([])
})
