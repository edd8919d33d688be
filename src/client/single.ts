/** The methods of a single type. */

import type { CallOptions, One } from './answers.ts'
import type { UpdateData } from './input.ts'
import type { WatchSingle } from './live.ts'
import type { Format, Model, WithExtension } from './model.ts'
import type { Given } from './options.ts'
import type { DeleteQuery, EntryQuery, FieldsParam, OneQuery, PopulateParam, StatusParam } from './query.ts'
import type { Shaped } from './shaped.ts'

export interface Single<in out M extends Model, in out W extends Format> {
  /**
   * The entry. Rejects with a `LecternError` of status 404 if it does not exist.
   * @example
   * const { data } = await client.homepage.find({ populate: '*' })
   */
  find<
    const F extends FieldsParam<M> = FieldsParam<M>,
    const P extends PopulateParam<M> = PopulateParam<M>,
    const S extends StatusParam = StatusParam,
  >(query?: OneQuery<M, F, P, S>, options?: CallOptions): Promise<One<Shaped<M, F, P, S, W>>>

  /**
   * The entry, now and after each change.
   * @example
   * for await (const { data } of client.homepage.watch({ populate: '*' })) show(data)
   */
  watch: WithExtension<M, 'watch', WatchSingle<M, W>>

  /**
   * Changes or creates the entry, and publishes it, unless the status is `draft`. Attributes that `data` does not
   * mention keep their values.
   * @example
   * await client.homepage.update({ headline: 'Today' })
   */
  update<
    const F extends FieldsParam<M> = FieldsParam<M>,
    const P extends PopulateParam<M> = PopulateParam<M>,
    const S extends StatusParam = StatusParam,
  >(
    data: UpdateData<M, Given<S, 'published'>>,
    query?: EntryQuery<M, F, P, S>,
    options?: CallOptions,
  ): Promise<One<Shaped<M, F, P, S, W>>>

  /** Deletes the entry in the default locale, in another one, or in all with `locale: '*'`. */
  delete(query?: DeleteQuery<M>, options?: CallOptions): Promise<void>

  /** Publishes the draft; returns the published version. */
  publish: SingleVersionChange<M, 'published', W>
  /** Unpublishes the entry; returns the draft. */
  unpublish: SingleVersionChange<M, 'draft', W>
  /** Replaces the draft by the published version; returns the draft. */
  discard: SingleVersionChange<M, 'draft', W>
}

/** Only for types with drafts. */
export type SingleVersionChange<
  M extends Model,
  S extends 'published' | 'draft',
  W extends Format,
> = M['drafts'] extends true
  ? <const F extends FieldsParam<M> = FieldsParam<M>, const P extends PopulateParam<M> = PopulateParam<M>>(
      query?: Omit<EntryQuery<M, F, P, S>, 'status'>,
      options?: CallOptions,
    ) => Promise<One<Shaped<M, F, P, S, W>>>
  : never
