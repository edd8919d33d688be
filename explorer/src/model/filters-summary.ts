import type { AllOf, AnyOf } from './query-model.ts'

export function filtersSummary(items: AllOf): string {
  const count = countOf(items)
  return count === 0 ? 'none' : count === 1 ? '1 condition' : `${count} conditions`
}

function countOf(items: AllOf): number {
  return items.reduce(
    (sum, item) => sum + (item.kind === 'any' ? countAny(item) : 'items' in item ? countOf(item.items) : 1),
    0,
  )
}

function countAny({ items }: AnyOf): number {
  return items.reduce((sum, member) => sum + countOf(member), 0)
}
