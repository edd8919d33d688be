/** What `watch` takes and gives: the responses of `find` and `findOne`, one after another. */

import type { CallOptions, List, One } from './answers.ts'
import type { Format, Model } from './model.ts'
import type { FieldsParam, ListQuery, OneQuery, PaginationParam, PopulateParam, StatusParam } from './query.ts'
import type { Shaped } from './shaped.ts'

/**
 * A page of entries, at once and whenever it changes. Connects again by itself; ends with the loop, or when
 * `options.signal` is aborted. Throws a `LecternError` when the server refuses: the token was revoked, for instance.
 * @example
 * for await (const { data } of client.articles.watch({ sort: 'views:desc', fields: ['title', 'views'] })) show(data)
 */
export type WatchList<M extends Model, W extends Format> = <
  const F extends FieldsParam<M> = FieldsParam<M>,
  const P extends PopulateParam<M> = PopulateParam<M>,
  const S extends StatusParam = StatusParam,
  const G extends PaginationParam<M> = PaginationParam<M>,
>(
  query?: ListQuery<M, F, P, S, G>,
  options?: CallOptions,
) => AsyncIterableIterator<List<Shaped<M, F, P, S, W>, G, M>>

/** One entry, in the same way. Throws a `LecternError` of status 404 when it is gone. */
export type WatchOne<M extends Model, W extends Format> = <
  const F extends FieldsParam<M> = FieldsParam<M>,
  const P extends PopulateParam<M> = PopulateParam<M>,
  const S extends StatusParam = StatusParam,
>(
  documentId: string,
  query?: OneQuery<M, F, P, S>,
  options?: CallOptions,
) => AsyncIterableIterator<One<Shaped<M, F, P, S, W>>>

/** The entry of a single type, in the same way. */
export type WatchSingle<M extends Model, W extends Format> = <
  const F extends FieldsParam<M> = FieldsParam<M>,
  const P extends PopulateParam<M> = PopulateParam<M>,
  const S extends StatusParam = StatusParam,
>(
  query?: OneQuery<M, F, P, S>,
  options?: CallOptions,
) => AsyncIterableIterator<One<Shaped<M, F, P, S, W>>>
