/** The parameters and results of `export`: queries as for `find`, but without pages. */

import type { CallOptions } from './answers.ts'
import type { Format, Model } from './model.ts'
import type { ByPage, FieldsParam, ListQuery, PopulateParam, StatusParam } from './query.ts'
import type { Shaped } from './shaped.ts'

/**
 * Iterates over all entries of the query, from one snapshot. Throws if the server does not send all of them.
 * @example
 * for await (const { title } of client.articles.export({ fields: ['title'] })) console.log(title)
 */
export type ExportList<M extends Model, W extends Format> = <
  const F extends FieldsParam<M> = FieldsParam<M>,
  const P extends PopulateParam<M> = PopulateParam<M>,
  const S extends StatusParam = StatusParam,
>(
  query?: Omit<ListQuery<M, F, P, S, ByPage<M>>, 'pagination'>,
  options?: CallOptions,
) => AsyncIterableIterator<Shaped<M, F, P, S, W>>
