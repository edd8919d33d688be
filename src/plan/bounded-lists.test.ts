import { describe, expect, it } from 'vitest'
import { withoutNeedlessCounts } from './bounded-lists.ts'
import { ALWAYS } from './conditions.ts'
import type { ListPlace, Member, ObjectShape, ReadPlan, Related } from './read-plan.ts'

const PLACE: ListPlace = { path: 'list', inner: false }
const ROWS = { hop: undefined as never, table: 'items', condition: ALWAYS, isShared: false, toMany: true }

const related = (as: Related['as'], limit: number | null, members: readonly Member[] = []): Member => ({
  key: 'list',
  value: {
    kind: 'related',
    related: {
      as,
      place: PLACE,
      page: limit === null ? null : { kind: 'offset', start: 0, limit, withCount: false },
      arms: [{ rows: ROWS, order: [], shape: { members } }],
    },
  },
})

const placesIn = ({ members }: ObjectShape): readonly (ListPlace | null)[] =>
  members.flatMap(({ value }) =>
    value.kind === 'related'
      ? [value.related.place, ...value.related.arms.flatMap(({ shape }) => placesIn(shape))]
      : value.kind === 'object'
        ? placesIn(value.shape)
        : [],
  )

/** Of 25 entries, with 1,000 rows allowed. */
const placesOf = (...members: readonly Member[]) =>
  placesIn(withoutNeedlessCounts({ entry: { members }, limit: 25 } as unknown as ReadPlan, 1_000).entry)

describe('rows of lists are not counted', () => {
  it('where pages of them cannot exceed the limit', () => {
    expect(placesOf(related('list', 40))).toEqual([null])
    expect(placesOf(related('list', 5, [related('list', 7)]))).toEqual([null, null])
    expect(placesOf({ key: 'data', value: { kind: 'object', shape: { members: [related('list', 3)] } } })).toEqual([
      null,
    ])
  })

  it('unless they can', () => {
    expect(placesOf(related('list', 41))).toEqual([PLACE])
    expect(placesOf(related('list', 20), related('list', 21))).toEqual([PLACE, PLACE])
    expect(placesOf(related('list', 5, [related('list', 8)]))).toEqual([PLACE, PLACE])
    expect(placesOf(related('one', null, [related('list', 41)]))).toEqual([PLACE, PLACE])
  })

  it('unless one of them is shown whole', () => {
    expect(placesOf(related('list', 1), related('list', null))).toEqual([PLACE, PLACE])
    expect(placesOf(related('list', 1, [related('list', null)]))).toEqual([PLACE, PLACE])
  })
})
