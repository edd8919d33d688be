/** Responses of Strapi that were recorded are as the description says, which generated clients rely on. */

import { expect, it } from 'vitest'
import type { OpenApiDocument } from '../../src/index.ts'
import { AS_FULL_ACCESS, openMagazine } from '../support/magazine.ts'
import { recordedRequests } from '../support/recorded-requests.ts'
import { answerPointer, shapesOf } from './validate.ts'

interface Recorded {
  readonly status: number
  readonly body?: unknown
}

interface Case extends Partial<Recorded> {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Where the response depends on the database. */
  readonly sqlite?: Recorded
}

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
  const described = recordedRequests<Case>().flatMap(({ path: url, headers, sqlite, ...plain }) => {
    const { status, body } = sqlite ?? plain
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
