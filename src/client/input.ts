/** The types of the data in writes. */

import type { Inherited } from './inherited.ts'
import type { Attributes, Flat, Model, Status } from './model.ts'
import type { KindOf, PlainValue } from './values.ts'

/** Data of a new entry. Required attributes must be set, unless it is only a draft. */
export type CreateData<M extends Model, S extends Status = 'published'> = Flat<
  DraftOf<M, S> extends true ? Changes<M, true> : Demanded<M> & Changes<M, false>
>

/**
 * Data of a change: attributes that are not mentioned keep their values. The condition on `S` is here and not in
 * `Changes`, where the compiler would look for `S` in every attribute, and compare this type with itself without end.
 */
export type UpdateData<M extends Model, S extends Status = 'published'> = Flat<
  DraftOf<M, S> extends true ? Changes<M, true> : Changes<M, false>
>

/** Only drafts may be incomplete. */
type DraftOf<M extends Model, S extends Status> = M['drafts'] extends true
  ? 'published' extends S
    ? false
    : true
  : false

type Changes<M extends Model, Draft> = ChangesOf<M, Draft> &
  (M extends { readonly writeOnly: infer W extends Attributes } ? ChangesOf<W, Draft> : unknown)

/** Undefined attributes are not sent; `exactOptionalPropertyTypes` needs the explicit `undefined`. */
type ChangesOf<A extends Attributes, Draft> = {
  readonly [K in keyof A['fields'] as Settable<NonNullable<A['fields'][K]>, K>]?:
    | FieldInput<NonNullable<A['fields'][K]>, Draft>
    | Inherited<K>
    | undefined
} & {
  readonly [K in WritableLink<A>]?: LinkInput<A['links'][K], Draft> | Inherited<K> | undefined
}

type Settable<F, K> = F extends { readonly readonly: true } | { readonly required: 'always' | 'published' } ? never : K

type WritableLink<A extends Attributes> = {
  [K in keyof A['links']]: A['links'][K] extends { readonly type: 'localizations' } | { readonly readonly: true }
    ? never
    : K
}[keyof A['links']]

/** Relations, files and attributes with a default are never required here, even if the schema requires them. */
type Demanded<M extends Model> = DemandedOf<M> &
  (M extends { readonly writeOnly: infer W extends Attributes } ? DemandedOf<W> : unknown)

type DemandedOf<A extends Attributes> = {
  readonly [K in keyof A['fields'] as IsDemanded<A['fields'][K], K>]: FieldInput<NonNullable<A['fields'][K]>, false>
} & {
  readonly [K in keyof A['links'] as A['links'][K] extends {
    readonly type: 'component' | 'zone'
    readonly required: true
  }
    ? K
    : never]: LinkInput<A['links'][K], false>
}

type IsDemanded<F, K> = F extends { readonly required: true }
  ? F extends { readonly default: true }
    ? never
    : Settable<F, K>
  : never

type FieldInput<F, Draft> = Draft extends true
  ? InputValue<F> | null
  : F extends { readonly required: true }
    ? InputValue<F>
    : InputValue<F> | null

type InputValue<F> = F extends { readonly type: infer T }
  ? KindOf<T> extends 'date'
    ? string | Date
    : KindOf<T> extends 'moment'
      ? string | Date | number
      : KindOf<T> extends 'bigint'
        ? string | number
        : T extends 'json'
          ? JsonInput
          : T extends 'array'
            ? readonly JsonInput[]
            : Unchanged<PlainValue<F>>
  : never

/** `object` and not `Json`: the compiler does not take values of an `interface` for one with an index signature. */
type JsonInput = string | number | boolean | null | object

/** Rich text may also be a readonly constant. */
type Unchanged<T> = T extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Unchanged<T[K]> }
    : T

type LinkInput<L, Draft> = L extends { readonly type: 'component'; readonly target: infer M extends Model }
  ? L extends { readonly many: true }
    ? readonly ComponentData<M, Draft>[]
    : L extends { readonly required: true }
      ? Draft extends true
        ? ComponentData<M, Draft> | null
        : ComponentData<M, Draft>
      : ComponentData<M, Draft> | null
  : L extends { readonly type: 'zone'; readonly targets: infer T }
    ? readonly ZoneItem<T, keyof T, Draft>[]
    : L extends { readonly type: 'media'; readonly many: infer Many }
      ? Many extends true
        ? readonly FileReference[] | null
        : FileReference | null
      : L extends { readonly targets: infer T; readonly many: infer Many }
        ? Links<Reference & { readonly __type: keyof T & string }, Many>
        : L extends { readonly many: infer Many }
          ? Links<number | string | Reference, Many>
          : never

/**
 * With the `id` of a component of the entry, that component is changed, and keeps attributes that are not mentioned.
 */
type ComponentData<M extends Model, Draft> =
  | (Draft extends true ? Changes<M, true> : Demanded<M> & Changes<M, false>)
  | (Changes<M, Draft> & { readonly id: number })

type ZoneItem<T, U extends keyof T, Draft> = U extends keyof T
  ? T[U] extends Model
    ? ComponentData<T[U], Draft> & { readonly __component: U }
    : never
  : never

type FileReference = number | { readonly id: number }

/** An entry to link to, by its documentId or id. */
type Reference = ({ readonly documentId: string } | { readonly id: number }) & {
  readonly locale?: string
  readonly status?: Status
  readonly position?: Position
}

type Position =
  | { readonly start: true }
  | { readonly end: true }
  | { readonly before: number | string }
  | { readonly after: number | string }

type Links<R, Many> = (Many extends true ? readonly R[] : R) | null | LinkChanges<R>

type LinkChanges<R> =
  | { readonly set: readonly R[] }
  | { readonly connect?: readonly R[]; readonly disconnect?: readonly R[] }
