/**
 * Lists that cannot have more rows together than a response may populate, since each is a page of its list: statements need
 * not count their rows.
 */

import type { Member, MemberValue, ObjectShape, ReadPlan, Related } from './read-plan.ts'

/** `most`: the limit on populated rows. */
export function withoutNeedlessCounts(plan: ReadPlan, most: number): ReadPlan {
  const rows = rowsIn(plan.entry, plan.limit)
  return rows === 0 || rows > most ? plan : { ...plan, entry: uncounted(plan.entry) }
}

/** How many rows of lists these objects have at most; infinite where a list is shown whole. */
function rowsIn({ members }: ObjectShape, objects: number): number {
  let sum = 0
  for (const { value } of members) {
    if (value.kind === 'object') sum += rowsIn(value.shape, objects)
    else if (value.kind === 'related') sum += rowsOf(value.related, objects)
  }
  return sum
}

function rowsOf({ as, page, arms }: Related, objects: number): number {
  if (as === 'count') return 0
  const rows = as === 'one' ? objects : objects * (page?.limit ?? Number.POSITIVE_INFINITY)
  return arms.reduce((sum, { shape }) => sum + rowsIn(shape, rows), as === 'one' ? 0 : rows)
}

function uncounted({ members }: ObjectShape): ObjectShape {
  return { members: members.map(({ key, value }): Member => ({ key, value: uncountedValue(value) })) }
}

function uncountedValue(value: MemberValue): MemberValue {
  if (value.kind === 'object') return { kind: 'object', shape: uncounted(value.shape) }
  if (value.kind !== 'related') return value
  const arms = value.related.arms.map((arm) => ({ ...arm, shape: uncounted(arm.shape) }))
  return { kind: 'related', related: { ...value.related, place: null, arms } }
}
