import type { Model } from './models.ts'
import type { Value } from './values.ts'

export type Status = 'draft' | 'published'

export interface Row {
  readonly model: Model
  readonly id: number
  readonly values: Readonly<Record<string, Value>>
  /** Every linked row in its stored order, whatever its status. */
  readonly linked: Record<string, Row[]>
}

export const hasStatus = (row: Row, status: Status): boolean =>
  row.model.drafts !== true || (row.values.publishedAt === null) === (status === 'draft')

/** The rows that populate would show: filters and sorts see no others. */
export const visible = (row: Row, attribute: string, status: Status): readonly Row[] => {
  const rows = (row.linked[attribute] ?? []).filter((candidate) => hasStatus(candidate, status))
  const link = row.model.links[attribute]
  const toOne = link !== undefined && link.kind !== 'zone' && !link.many
  return toOne ? rows.slice(0, 1) : rows
}
