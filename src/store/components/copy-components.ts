/** Matches the components of one version with those of the other, for all rows of an attribute at once. */

import type { IdPair } from '../../sql/sql.ts'
import {
  type ComponentsPlace,
  type FoundByRow,
  idsByUid,
  type PlacedComponent,
  placeComponents,
} from './placed-components.ts'

/** A component of the source, and the one of the same kind that the copy had; null: a new one. */
export interface MatchedComponent {
  readonly uid: string
  readonly from: number
  readonly to: number | null
}

export interface MatchedComponents {
  /** The components to copy, in order, by the id of the copied row. */
  readonly matched: ReadonlyMap<number, readonly MatchedComponent[]>
  /** The components that sources and copies have before the write, by row. */
  readonly before: FoundByRow
  /** Components of the copies that match none of the source: they are deleted. */
  readonly left: readonly PlacedComponent[]
}

/** Components that other rows share are neither overwritten nor deleted. */
export function matchComponents(before: FoundByRow, pairs: readonly IdPair[]): MatchedComponents {
  const left: PlacedComponent[] = []
  const matched = new Map<number, readonly MatchedComponent[]>()
  for (const { from, to } of pairs) {
    const unused = idsByUid((before.get(to) ?? []).filter(({ isShared }) => !isShared))
    const next = (uid: string) => unused.get(uid)?.shift() ?? null
    matched.set(
      to,
      (before.get(from) ?? []).map(({ uid, id }) => ({ uid, from: id, to: next(uid) })),
    )
    for (const [uid, ids] of unused) left.push(...ids.map((id) => ({ uid, id })))
  }
  return { matched, before, left }
}

/** `copies`: the id of the copy of each component. */
export async function placeCopies(
  place: ComponentsPlace,
  { matched, before }: MatchedComponents,
  copies: ReadonlyMap<MatchedComponent, number>,
): Promise<void> {
  const after = new Map<number, readonly PlacedComponent[]>()
  for (const [to, components] of matched) {
    after.set(
      to,
      components.map((each) => ({ uid: each.uid, id: copies.get(each) ?? unknownCopy(each) })),
    )
  }
  await placeComponents(place, before, after)
}

function unknownCopy({ uid, from }: MatchedComponent): never {
  throw new Error(`${uid} ${from} was not copied`)
}
