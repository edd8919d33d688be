import { readdirSync, readFileSync } from 'node:fs'
import qs from 'qs'
import { describe, expect, it } from 'vitest'
import { answer } from '../naive/answer.ts'
import { loadTables } from '../naive/load.ts'
import type { Query } from '../naive/request.ts'

/**
 * The property tests compare the server with the naive evaluator, so the evaluator itself is compared with the responses
 * recorded from Strapi.
 */

interface Recording {
  readonly area: string
  readonly path: string
  readonly as?: string
  readonly headers?: Record<string, string>
  readonly status?: number
  readonly body?: unknown
  readonly sqlite?: { readonly status: number; readonly body: unknown }
}

const FOLDER = 'test/fixtures/cases'

const recordings = readdirSync(FOLDER)
  .flatMap((file) => readFileSync(`${FOLDER}/${file}`, 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line) as Recording)
  .map((recording) => ({ ...recording, ...recording.sqlite }))

/** Why the evaluator cannot evaluate a recording; undefined if it can. */
const outsideTheEvaluator = ({ status, as, headers }: Recording): string | undefined => {
  if (status !== 200) return `refused with ${status}: the evaluator knows no errors`
  if (as !== undefined) return 'another caller than the public role'
  if (headers !== undefined) return 'the v4 response format'
  return undefined
}

const parse = (path: string): { readonly type: string; readonly query: Query } => {
  const [address = '', search = ''] = path.split('?')
  const query = qs.parse(search, { strictNullHandling: true, arrayLimit: 100, depth: 20 }) as Query
  return { type: address.split('/')[2]?.toLowerCase() ?? '', query }
}

const countBy = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const covered = recordings.filter((recording) => outsideTheEvaluator(recording) === undefined)
const tables = loadTables('test/fixtures/magazine.sqlite')

describe('the naive evaluator', () => {
  it.each(Object.keys(countBy(covered.map(({ area }) => area))))('answers as recorded: %s', (area) => {
    for (const { path, body } of covered.filter((recording) => recording.area === area)) {
      const { type, query } = parse(path)
      expect(answer(tables, type, query), path).toEqual(body)
    }
  })

  it('covers every recording except those with a reason', () => {
    const reasons = recordings.map(outsideTheEvaluator).filter((reason) => reason !== undefined)
    expect(countBy(reasons)).toEqual({
      'another caller than the public role': 10,
      'refused with 400: the evaluator knows no errors': 107,
      'refused with 401: the evaluator knows no errors': 2,
      'refused with 403: the evaluator knows no errors': 3,
      'refused with 404: the evaluator knows no errors': 5,
      'the v4 response format': 4,
    })
    expect(countBy(covered.map(({ area }) => area))).toEqual({
      envelope: 4,
      fields: 9,
      'filters-deep': 42,
      'filters-logic': 10,
      'filters-ops': 68,
      list: 7,
      'locale-status': 36,
      pagination: 33,
      parsing: 11,
      populate: 68,
      random: 753,
      sort: 27,
    })
    expect(covered).toHaveLength(1_068)
  })
})
