/** Keys to group and count by, and their values in a response. */

import type { DatePart, MEASURES } from '../vocabulary/measures.ts'
import type { FieldName, Model, PlainLinkName, TargetOf } from './model.ts'
import type { KindOf, PlainValue } from './values.ts'

/** Names of fields, and of fields of related entries, one link deep. `Many`: whether the link may be to many. */
export type Path<M extends Model, Kind extends string, Many extends boolean> =
  | FieldOf<M, Kind>
  | {
      [K in PlainLinkName<M>]: M['links'][K] extends { readonly many: Many }
        ? `${K}.${FieldOf<TargetOf<M['links'][K]>, Kind>}`
        : never
    }[PlainLinkName<M>]

type FieldOf<M extends Model, Kind extends string> = {
  [K in FieldName<M>]: M['fields'][K] extends { readonly type: infer T }
    ? T extends 'richtext'
      ? never
      : KindOf<T> extends Kind
        ? K
        : never
    : never
}[FieldName<M>]

type Kinds = (typeof MEASURES)['countDistinct'][number]
type Dates = 'date' | 'moment'

/** `format`, `author.name`, `publishDay:month`. */
export type GroupKey<M extends Model> = Path<M, Kinds, boolean> | `${Path<M, Dates, boolean>}:${DatePart}`

/** The response has `publishDay` for `publishDay:month`. */
export type KeyName<Key> = Key extends `${infer Name}:${DatePart}` ? Name : Key & string

export type FieldAt<M extends Model, Name> = Name extends `${infer Link}.${infer Field}`
  ? Link extends keyof M['links']
    ? FieldIn<TargetOf<M['links'][Link]>, Field>
    : never
  : FieldIn<M, Name>

type FieldIn<M extends Model, Name> = Name extends keyof M['fields'] ? M['fields'][Name] : never

/** A part of a date is a string. */
export type KeyValue<M extends Model, Key> = Key extends `${string}:${DatePart}` ? string : PlainValue<FieldAt<M, Key>>
