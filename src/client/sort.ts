/** The type of `sort`: `title:desc`, `author.name`, or objects of any depth. */

import type { Inherited } from './inherited.ts'
import type { FieldName, Model, PlainLinkName, TargetOf, WithExtension } from './model.ts'
import type { KindOf } from './values.ts'

type Direction = 'asc' | 'desc'

export type Sort<M extends Model> =
  | SortText<M>
  | SortObject<M>
  | readonly SortText<M>[]
  | readonly SortObject<M>[]
  | Random<M>
  | readonly [Random<M>, ...SortText<M>[]]

type SortText<M extends Model> = Ordered<FieldName<M>> | Modified<M> | ThroughLink<M> | CountOf<M> | Score<M>

/** Extension `search`: the score of an entry. */
type Score<M extends Model> = WithExtension<M, 'search', Ordered<'$score'>>

/** Extension `quantifiers`: the number of entries of a link to many. */
type CountOf<M extends Model> = WithExtension<M, 'quantifiers', Ordered<`${ManyLink<M>}.$count`>>

type ManyLink<M extends Model> = {
  [K in PlainLinkName<M>]: M['links'][K] extends { readonly many: false } ? never : K
}[PlainLinkName<M>]

type Ordered<Path extends string> = Path | `${Path}:${Direction}`

/** Extension `sorting`: a random order, the same for the same seed. */
type Random<M extends Model> = WithExtension<M, 'sorting', `$random:${string}`>

/** Extension `sorting`: where nulls come, and for texts whether case is ignored. */
type Modified<M extends Model, Before extends string = ''> = WithExtension<
  M,
  'sorting',
  `${Before}${FieldName<M>}:${Direction}.${Nulls}` | `${Before}${TextName<M>}:${Direction}.${Folded}`
>

type Nulls = 'nullsfirst' | 'nullslast'
type Folded = 'ci' | `ci.${Nulls}`

type TextName<M extends Model> = {
  [K in FieldName<M>]: M['fields'][K] extends { readonly type: infer T }
    ? KindOf<T> extends 'text' | 'choice'
      ? K
      : never
    : never
}[FieldName<M>]

/** One link deep, since each further one would multiply the number of texts. */
type ThroughLink<M extends Model> = {
  [K in PlainLinkName<M>]:
    | Ordered<`${K}.${FieldName<TargetOf<M['links'][K]>>}`>
    | Modified<TargetOf<M['links'][K]>, `${K}.`>
}[PlainLinkName<M>]

type SortObject<M extends Model> = {
  readonly [K in keyof M['fields']]?: Direction | WithExtension<M, 'sorting', OrderOf<M['fields'][K]>> | Inherited<K>
} & {
  readonly [K in PlainLinkName<M>]?: SortObject<TargetOf<M['links'][K]>> | CountObject<M, K> | Inherited<K>
}

type OrderOf<F> = F extends { readonly type: infer T }
  ? `${Direction}.${KindOf<T> extends 'text' | 'choice' ? Nulls | Folded : Nulls}`
  : never

type CountObject<M extends Model, K> =
  K extends ManyLink<M> ? WithExtension<M, 'quantifiers', { readonly $count: Direction }> : never
