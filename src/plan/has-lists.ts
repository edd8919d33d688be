import type { MemberValue, ObjectShape } from './read-plan.ts'

/** Whether any list is populated in an object, at any depth. */
export function hasLists({ members }: ObjectShape): boolean {
  return members.some(({ value }) => holdsList(value))
}

function holdsList(value: MemberValue): boolean {
  if (value.kind === 'object') return hasLists(value.shape)
  if (value.kind !== 'related') return false
  return value.related.as === 'list' || value.related.arms.some(({ shape }) => hasLists(shape))
}
