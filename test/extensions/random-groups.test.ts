/** Groups, facets and pages by cursor of random lists, compared with the naive evaluator on both databases. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, asRead, urlOf } from '../naive/ask.ts'
import { type CursorPage, cursorPage, type Position } from '../naive/cursor-page.ts'
import { filterSource } from '../naive/generate-filter.ts'
import { type Groups, groupSource, isNumber, pathsOf, written } from '../naive/generate-groups.ts'
import { defined, LISTED, type Request, requestTo } from '../naive/generate-query.ts'
import { orderedFor } from '../naive/generate-sort.ts'
import { facetOf, type GroupRequest, groupsOf } from '../naive/groups.ts'
import { loadTables } from '../naive/load.ts'
import type { Json } from '../naive/values.ts'
import { fixture } from '../support/fixture.ts'
import { randomRuns } from '../support/random-runs.ts'
import { type Magazines, openMagazines } from './magazines.ts'

const SEED = 20_261_117
const tables = loadTables(fixture('magazine.sqlite'))
const filters = filterSource(tables)
const { anyRows, anyGroups } = groupSource(filters)

let magazines: Magazines
beforeAll(async () => {
  magazines = await openMagazines(['aggregates', 'cursors', 'sorting'])
})
afterAll(() => magazines?.close())

const servers = () => [magazines.sqlite, magazines.postgres]
const options = (runs: number) => ({ seed: SEED, numRuns: randomRuns(runs) })

const measuresFor = ({ model }: Groups): fc.Arbitrary<GroupRequest['measures']> => {
  const paths = pathsOf(model, 1).filter(({ many }) => !many)
  const numbers = paths.filter(isNumber).map(({ name }) => name)
  const values = paths.filter(({ kind }) => kind !== 'json' && kind !== 'boolean').map(({ name }) => name)
  const some = (names: readonly string[]): fc.Arbitrary<readonly string[]> =>
    fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 2 }).map((chosen) => [...new Set(chosen)])
  const ofValues = { min: some(values), max: some(values), countDistinct: some(values) }
  return numbers.length === 0 ? fc.record(ofValues) : fc.record({ sum: some(numbers), avg: some(numbers), ...ofValues })
}

const anyGrouping = anyGroups.chain((groups) =>
  fc.record({
    groups: fc.constant(groups),
    measures: measuresFor(groups),
    descendingCount: fc.boolean(),
    page: fc.integer({ min: 1, max: 2 }),
  }),
)

it(`groups are those of the naive evaluator (seed ${SEED})`, () =>
  fc.assert(
    fc.asyncProperty(anyGrouping, async ({ groups, measures, descendingCount, page }) => {
      const rows = requestTo(groups.model, { ...groups.rows, pagination: { page: String(page), pageSize: '30' } })
      const grouped: Request = {
        path: `${rows.path}/actions/aggregate`,
        query: {
          ...rows.query,
          ...(defined({
            by: written(groups),
            ...measures,
            sort: descendingCount ? 'count:desc' : undefined,
          }) as object),
        },
      }
      const asked = { by: written(groups), measures, descendingCount }
      const expected = groupsOf(tables, rows.path, asRead(rows).query, asked)
      for (const server of servers()) expect(await ask(server, grouped), urlOf(grouped)).toEqual(expected)
    }),
    options(25),
  ))

it(`facets are those of the naive evaluator (seed ${SEED})`, () =>
  fc.assert(
    fc.asyncProperty(anyGroups, fc.boolean(), async (groups, ofOthers) => {
      const request = requestTo(groups.model, defined(groups.rows) as Record<string, Json>)
      const names = written(groups)
      const withCount = { [ofOthers ? 'byOthers' : 'by']: names }
      const sent = { ...request, query: { ...request.query, pagination: { pageSize: '1', withCount } } }
      const { filters, ...others } = asRead(request).query
      const withoutOwn = (name: string): Json | undefined => {
        const [own = ''] = name.split(/[.:]/)
        return Object.fromEntries(Object.entries((filters ?? {}) as object).filter(([key]) => !ofOthers || key !== own))
      }
      const expected = names.map((name) =>
        facetOf(tables, request.path, { ...others, filters: withoutOwn(name) ?? {} }, name),
      )
      for (const server of servers()) {
        const { meta } = await ask(server, sent)
        expect(Object.values((meta as unknown as { facets: object }).facets), urlOf(sent)).toEqual(expected)
      }
    }),
    options(25),
  ))

const anyWalk = fc.constantFrom(...LISTED).chain((model) =>
  fc.record({
    model: fc.constant(model),
    rows: anyRows(model),
    sort: orderedFor(model),
    limit: fc.integer({ min: 1, max: 9 }),
    turns: fc.array(fc.constantFrom('after' as const, 'before' as const), { minLength: 2, maxLength: 5 }),
  }),
)

interface Page {
  readonly next: string | null
  readonly previous: string | null
  readonly total: number
}

describe(`pages by cursor (seed ${SEED})`, () => {
  it('are the pages of the naive evaluator, forwards and backwards', () =>
    fc.assert(
      fc.asyncProperty(anyWalk, async ({ model, rows, sort, limit, turns }) => {
        const list = requestTo(model, { ...rows, sort })
        for (const server of servers()) {
          let position: Position = { side: turns[0] ?? 'after', id: null }
          let cursor = ''
          for (const turn of turns) {
            const start = { [position.side]: cursor }
            const sent = {
              ...list,
              query: { ...list.query, pagination: { start, limit: String(limit), withCount: 'true' } },
            }
            const { data, meta } = await ask(server, sent)
            const page = meta.pagination as unknown as Page
            const found: CursorPage = {
              ids: data.map(({ id }) => id),
              hasNext: page.next !== null,
              hasPrevious: page.previous !== null,
              total: page.total,
            }
            expect(found, urlOf(sent)).toEqual(cursorPage(tables, list.path, asRead(list).query, position, limit))
            const next = turn === 'after' ? page.next : page.previous
            if (next === null) break
            position = { side: turn, id: (turn === 'after' ? found.ids.at(-1) : found.ids[0]) ?? null }
            cursor = next
          }
        }
      }),
      options(25),
    ))
})
