/** What `sort` takes: `title:desc`, `author.name`, or objects, which lead to any depth. */

import type { FieldName, Model, PlainLinkName, TargetOf } from './model.ts'

type Direction = 'asc' | 'desc'

export type Sort<M extends Model> = SortText<M> | SortObject<M> | readonly SortText<M>[] | readonly SortObject<M>[]

type SortText<M extends Model> = Ordered<FieldName<M>> | ThroughLink<M>

type Ordered<Path extends string> = Path | `${Path}:${Direction}`

/** One link deep: each further one would multiply the texts. */
type ThroughLink<M extends Model> = {
  [K in PlainLinkName<M>]: Ordered<`${K}.${FieldName<TargetOf<M['links'][K]>>}`>
}[PlainLinkName<M>]

type SortObject<M extends Model> = {
  readonly [K in keyof M['fields']]?: Direction
} & {
  readonly [K in PlainLinkName<M>]?: SortObject<TargetOf<M['links'][K]>>
}
