/** The parameters and results of `watch`: responses as for `find` and `findOne`, one after another. */

import type { CallOptions, List, One } from './answers.ts'
import type { Format, Model } from './model.ts'
import type { FieldsParam, ListQuery, OneQuery, PaginationParam, PopulateParam, StatusParam } from './query.ts'
import type { Shaped } from './shaped.ts'

/**
 * A page of entries, now and after each change. Reconnects automatically. Ends with the loop, or when `options.signal`
 * is aborted. Throws a `LecternError` if the server refuses, for instance because the token was revoked.
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

/** One entry, now and after each change. Throws a `LecternError` of status 404 when it is deleted or unpublished. */
export type WatchOne<M extends Model, W extends Format> = <
  const F extends FieldsParam<M> = FieldsParam<M>,
  const P extends PopulateParam<M> = PopulateParam<M>,
  const S extends StatusParam = StatusParam,
>(
  documentId: string,
  query?: OneQuery<M, F, P, S>,
  options?: CallOptions,
) => AsyncIterableIterator<One<Shaped<M, F, P, S, W>>>

/** The entry of a single type, now and after each change. */
export type WatchSingle<M extends Model, W extends Format> = <
  const F extends FieldsParam<M> = FieldsParam<M>,
  const P extends PopulateParam<M> = PopulateParam<M>,
  const S extends StatusParam = StatusParam,
>(
  query?: OneQuery<M, F, P, S>,
  options?: CallOptions,
) => AsyncIterableIterator<One<Shaped<M, F, P, S, W>>>
