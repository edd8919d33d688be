/** The type of an entry in a response, computed from the query, one model at a time. */

import type { PageMeta } from './answers.ts'
import type { Flat, Format, Identifier, Model, Status } from './model.ts'
import type { CertainIn, GivenIn, IsUnion, Merged, NoOptions } from './options.ts'
import type { ValueOf } from './values.ts'

/**
 * An entry of `M` with the fields `F` and populated with `P`. `S`: the requested status, which also applies to
 * populated entries. `E`: the status of the entry that a component belongs to.
 */
export type Entry<
  M extends Model,
  F = '*',
  P = readonly [],
  S extends Status = 'published',
  W extends Format = 'flat',
> = Wrapped<M, Members<M, F, P, S, StatusOf<M, S, S>, W>, W>

/** Drafts differ from published entries only in types with drafts, and in components of such entries. */
type StatusOf<M extends Model, S extends Status, E extends Status> = M['kind'] extends 'component'
  ? E
  : M['drafts'] extends true
    ? S
    : 'published'

/**
 * A mapped type instead of `Flat`, so that the compiler resolves a member only if it is used. The condition is always
 * true; it drops the alias, so that editors show the members.
 */
type Members<M extends Model, F, P, S extends Status, E extends Status, W extends Format> = M extends Model
  ? { [K in keyof Raw<M, F, P, S, E, W>]: Raw<M, F, P, S, E, W>[K] }
  : never

type Raw<M extends Model, F, P, S extends Status, E extends Status, W extends Format> = OwnMembers<M, F, E> &
  LinkMembers<M, P, S, E, W>

type Wrapped<M extends Model, T, W extends Format> = W extends 'flat'
  ? T
  : M['kind'] extends 'component'
    ? T
    : Flat<Pick<T, Identifier & keyof T> & { attributes: Flat<Omit<T, Identifier>> }>

type OwnMembers<M extends Model, F, E extends Status> =
  IsUnion<F> extends true ? Merged<OwnOf<M, F, E>> : OwnOf<M, F, E>

/** If the names of a list are not known at compile time, any field may be missing. */
type OwnOf<M extends Model, F, E extends Status> = F extends readonly (infer N)[]
  ? [N] extends [CertainIn<F>]
    ? Own<M, Shown<M['fields'], N>, E>
    : OwnAtLeast<M, Identifier | CertainIn<F>, E>
  : Own<M, Shown<M['fields'], F>, E>

type OwnAtLeast<M extends Model, Names, E extends Status> = Flat<
  Own<M, Names, E> & Partial<Own<M, Exclude<keyof M['fields'], Names>, E>>
>

/** The named fields, or all except excluded ones. */
type Shown<Fields, Names> = [Excluded<Fields, Names>] extends [never]
  ? '*' extends Names
    ? keyof Fields
    : Names | Identifier
  : Exclude<keyof Fields, Excluded<Fields, Names>>

/** `-body`, unless a field has that name. */
type Excluded<Known, Names> = Names extends keyof Known ? never : Names extends `-${infer Name}` ? Name : never

type Own<M extends Model, Names, E extends Status> = Picked<M['fields'], Extract<keyof M['fields'], Names>, E>

/** A mapped type like `Pick` keeps the comments of attributes; renaming with `as` would lose them. */
type Picked<Fields, Names extends keyof Fields, E extends Status> = {
  -readonly [K in Names]: ValueOf<NonNullable<Fields[K]>, E>
}

type LinkMembers<M extends Model, P, S extends Status, E extends Status, W extends Format> =
  IsUnion<P> extends true ? Merged<LinksOf<M, P, S, E, W>> : LinksOf<M, P, S, E, W>

type LinksOf<M extends Model, P, S extends Status, E extends Status, W extends Format> =
  P extends DeepBelow<infer N, infer Without>
    ? DeepMembers<M['links'], N, Without, S, E, W>
    : P extends '**' | readonly ['**', ...unknown[]] | { readonly '**': unknown }
      ? DeepRoot<M['links'], P, S, E, W>
      : NamedMembers<M, P, S, E, W>

type NamedMembers<M extends Model, P, S extends Status, E extends Status, W extends Format> = P extends '*'
  ? Populated<M['links'], StarredName<M['links']>, S, E, W>
  : P extends readonly ['*', ...(infer N)[]]
    ? number extends P['length']
      ? Partial<Populated<M['links'], StarredName<M['links']>, S, E, W>>
      : Populated<M['links'], Exclude<StarredName<M['links']>, Excluded<M['links'], N>>, S, E, W>
    : P extends readonly (infer N)[]
      ? [N] extends [CertainIn<P>]
        ? Populated<M['links'], Extract<keyof M['links'], N>, S, E, W>
        : Populated<M['links'], Extract<keyof M['links'], CertainIn<P>>, S, E, W> &
            Partial<Populated<M['links'], Extract<keyof M['links'], Exclude<N, CertainIn<P>>>, S, E, W>>
      : P extends string
        ? Populated<M['links'], Extract<keyof M['links'], P>, S, E, W>
        : PopulatedAs<M['links'], P, ChosenName<M['links'], P>, S, E, W>

/** Used in place of `populate`: everything, for a number of further relations, without some paths. */
interface DeepBelow<N extends number, Without> {
  readonly deepBelow: N
  readonly without: Without
}

/** The number minus one. */
type Fewer = { 0: 0; 1: 0; 2: 1; 3: 2; 4: 3; 5: 4 }

/** `**` excludes attributes that are named or left out in addition to it. */
type DeepRoot<Links, P, S extends Status, E extends Status, W extends Format> = P extends '**'
  ? Required<DeepMembers<Links, 2, never, S, E, W>>
  : P extends readonly ['**', ...(infer N)[]]
    ? number extends P['length']
      ? DeepMembers<Links, 2, never, S, E, W>
      : Required<DeepMembers<Links, 2, Excluded<Links, N>, S, E, W>>
    : P extends { readonly '**': infer O }
      ? Omit<Required<DeepMembers<Links, LevelsIn<O>, never, S, E, W>>, keyof P> &
          PopulatedAs<Links, P, ChosenName<Links, P>, S, E, W>
      : never

type LevelsIn<O> = O extends number ? O : O extends { readonly levels: infer N extends number } ? N : 2

/** Relations are optional: they are missing if they lead back to the previous entry, which is not known here. */
type DeepMembers<Links, N extends number, Without, S extends Status, E extends Status, W extends Format> = {
  [K in Exclude<PartName<Links>, Without>]: LinkValue<
    Links[K],
    { readonly populate: PartsBelow<Links[K], N, Below<Without, K>> },
    S,
    E,
    W
  >
} & {
  [K in N extends 0 ? never : Exclude<RelationName<Links>, Without>]?: LinkValue<
    Links[K],
    { readonly populate: DeepBelow<N extends keyof Fewer ? Fewer[N] : number, Below<Without, K>> },
    S,
    E,
    W
  >
}

/** `author.mentor` → `mentor`. */
type Below<Path, K> = Path extends `${K & string}.${infer Rest}` ? Rest : never

/** Files have no links to follow. */
type PartsBelow<L, N extends number, Without> = L extends { readonly type: 'media' }
  ? readonly []
  : DeepBelow<N, Without>

type PartName<Links> = {
  [K in keyof Links]: Links[K] extends { readonly type: 'component' | 'zone' | 'media' } ? K : never
}[keyof Links]

type RelationName<Links> = Exclude<
  { [K in keyof Links]: Links[K] extends { readonly type: 'localizations' } ? never : K }[keyof Links],
  PartName<Links>
>

type StarredName<Links> = { [K in keyof Links]: Links[K] extends { readonly starred: false } ? never : K }[keyof Links]

type ChosenName<Links, P> = {
  [K in keyof P & keyof Links]: P[K] extends false | undefined ? never : K
}[keyof P & keyof Links]

type Populated<Links, Names extends keyof Links, S extends Status, E extends Status, W extends Format> = {
  [K in Names]: LinkValue<Links[K], true, S, E, W>
}

type PopulatedAs<Links, P, Names extends keyof Links, S extends Status, E extends Status, W extends Format> = {
  -readonly [K in Names]: Chosen<Links[K], P[K & keyof P], S, E, W>
}

/** Optional if it is not known at compile time whether it is populated. */
type Chosen<L, O, S extends Status, E extends Status, W extends Format> = O extends false | undefined
  ? undefined
  : LinkValue<L, O, S, E, W>

type LinkValue<L, O, S extends Status, E extends Status, W extends Format> = O extends unknown
  ? CountedOrShown<GivenIn<O, 'count', false>, L, O, S, E, W>
  : never

type CountedOrShown<C, L, O, S extends Status, E extends Status, W extends Format> = C extends true
  ? Count<L, W>
  : L extends { readonly targets: infer T }
    ? Listed<L, Arm<L, T, O, S, E, W>, O, 'flat'>
    : L extends { readonly type: 'component'; readonly target: infer M extends Model }
      ? OneComponent<L, Members<M, FieldsIn<O>, PopulateIn<O>, S, E, W>, O, E>
      : L extends { readonly target: infer M extends Model }
        ? Listed<L, Entry<M, FieldsIn<O>, PopulateIn<O>, S, W>, O, W>
        : unknown

type FieldsIn<O> = GivenIn<O, 'fields', '*'>
type PopulateIn<O> = GivenIn<O, 'populate', readonly []>
type PaginationIn<O> = GivenIn<O, 'pagination', NoOptions>

type Count<L, W extends Format> = W extends 'flat'
  ? { count: number }
  : L extends { readonly type: 'relation' }
    ? { data: { attributes: { count: number } } }
    : { count: number }

type Related<T, W extends Format> = W extends 'flat' ? T : { data: T }

type Listed<L, T, O, W extends Format> = L extends { readonly many: true }
  ? ListOf<T, PaginationIn<O>, W>
  : Related<T | null, W>

/**
 * A page with its total is an object in every format. The type is a union if it is not known whether there is a total.
 */
type ListOf<T, G, W extends Format> =
  GivenIn<G, 'withCount', false> extends infer C
    ? C extends true
      ? { data: T[]; meta: { pagination: PageMeta<Omit<G, 'withCount'>> } }
      : Related<T[], W>
    : never

/** A required component is never null, except in a draft or if a filter may hide it. */
type OneComponent<L, T, O, E extends Status> = L extends { readonly many: false; readonly required: true }
  ? 'draft' extends E
    ? T | null
    : [GivenIn<O, 'filters', never>] extends [never]
      ? T
      : T | null
  : Listed<L, T, O, 'flat'>

/** One of several models. These are not wrapped in either format. */
type Arm<L, T, O, S extends Status, E extends Status, W extends Format> = L extends { readonly type: 'zone' }
  ? ArmOf<T, keyof T, '__component', O, S, E, W>
  : ArmOf<T, O extends { readonly on: infer On } ? keyof On & keyof T : keyof T, '__type', O, S, E, W>

type ArmOf<T, U extends keyof T, Tag extends string, O, S extends Status, E extends Status, W extends Format> =
  // Distributes over the names, and defers each like `Members`: there may be as many as content types.
  U extends keyof T ? { [K in keyof Tagged<T[U], U, Tag, O, S, E, W>]: Tagged<T[U], U, Tag, O, S, E, W>[K] } : never

type Tagged<M, U, Tag extends string, O, S extends Status, E extends Status, W extends Format> = M extends Model
  ? Raw<M, FieldsIn<OptionsOn<O, U>>, PopulateIn<OptionsOn<O, U>>, S, StatusOf<M, S, E>, W> & { [K in Tag]: U }
  : never

/** The options for one of the models. Components that are not named have only their fields. */
type OptionsOn<O, U> = O extends { readonly on: infer On } ? (U extends keyof On ? On[U] : true) : O
