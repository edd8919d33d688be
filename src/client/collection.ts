/** The methods of a collection type. */

import type { Aggregate } from './aggregate.ts'
import type { CallOptions, List, One } from './answers.ts'
import type { ExportList } from './exported.ts'
import type { CreateData, UpdateData } from './input.ts'
import type { WatchList, WatchOne } from './live.ts'
import type { Format, Model, WithExtension } from './model.ts'
import type { Given } from './options.ts'
import type {
  DeleteQuery,
  EntryQuery,
  FieldsParam,
  ListQuery,
  OneQuery,
  PagesParam,
  PaginationParam,
  PopulateParam,
  StatusParam,
} from './query.ts'
import type { Shaped } from './shaped.ts'

export interface Collection<in out M extends Model, in out W extends Format> {
  /**
   * A page of entries: by default published ones in the default locale, without related data.
   * @example
   * const { data, meta } = await client.articles.find({
   *   fields: ['title'],
   *   populate: { author: { fields: ['name'] } },
   *   filters: { views: { $gte: 1000 } },
   *   sort: 'publishDay:desc',
   *   pagination: { page: 1, pageSize: 10 },
   * })
   */
  find<
    const F extends FieldsParam<M> = FieldsParam<M>,
    const P extends PopulateParam<M> = PopulateParam<M>,
    const S extends StatusParam = StatusParam,
    const G extends PaginationParam<M> = PaginationParam<M>,
  >(query?: ListQuery<M, F, P, S, G>, options?: CallOptions): Promise<List<Shaped<M, F, P, S, W>, G, M>>

  /**
   * One entry. Rejects with a `LecternError` of status 404 if it does not exist.
   * @example
   * const { data } = await client.articles.findOne(documentId, { populate: ['author'] })
   */
  findOne<
    const F extends FieldsParam<M> = FieldsParam<M>,
    const P extends PopulateParam<M> = PopulateParam<M>,
    const S extends StatusParam = StatusParam,
  >(documentId: string, query?: OneQuery<M, F, P, S>, options?: CallOptions): Promise<One<Shaped<M, F, P, S, W>>>

  /**
   * Iterates over pages, and fetches each when the loop needs it. With `pagination: { start: { after: '' } }` it uses
   * cursors: entries that are added or deleted meanwhile do not move others to another page.
   * @example
   * for await (const { data } of client.articles.pages({ pagination: { pageSize: 50 } })) console.log(data.length)
   */
  pages<
    const F extends FieldsParam<M> = FieldsParam<M>,
    const P extends PopulateParam<M> = PopulateParam<M>,
    const S extends StatusParam = StatusParam,
    const G extends PagesParam<M> = PagesParam<M>,
  >(query?: ListQuery<M, F, P, S, G>, options?: CallOptions): AsyncIterableIterator<List<Shaped<M, F, P, S, W>, G, M>>

  /**
   * Iterates over all entries of the query, fetched in pages.
   * @example
   * for await (const { title } of client.articles.entries({ fields: ['title'] })) console.log(title)
   */
  entries<
    const F extends FieldsParam<M> = FieldsParam<M>,
    const P extends PopulateParam<M> = PopulateParam<M>,
    const S extends StatusParam = StatusParam,
    const G extends PagesParam<M> = PagesParam<M>,
  >(query?: ListQuery<M, F, P, S, G>, options?: CallOptions): AsyncIterableIterator<Shaped<M, F, P, S, W>>

  /**
   * Groups of entries with numbers, averages and other values of each group.
   * @example
   * const { data } = await client.articles.aggregate({ by: ['format'], avg: ['rating'], sort: 'avg.rating:desc' })
   */
  aggregate: WithExtension<M, 'aggregates', Aggregate<M>>

  /**
   * Iterates over all entries of the query, in one request and from one snapshot.
   * @example
   * for await (const { title } of client.articles.export({ fields: ['title'] })) console.log(title)
   */
  export: WithExtension<M, 'export', ExportList<M, W>>

  /**
   * A page of entries, now and after each change.
   * @example
   * for await (const { data } of client.articles.watch({ sort: 'views:desc', fields: ['title', 'views'] })) show(data)
   */
  watch: WithExtension<M, 'watch', WatchList<M, W>>
  /** One entry, now and after each change. */
  watchOne: WithExtension<M, 'watch', WatchOne<M, W>>

  /**
   * Creates an entry and publishes it, unless the status is `draft`.
   * @example
   * const { data } = await client.articles.create({ title: 'Salt and copper' }, { status: 'draft' })
   */
  create<
    const F extends FieldsParam<M> = FieldsParam<M>,
    const P extends PopulateParam<M> = PopulateParam<M>,
    const S extends StatusParam = StatusParam,
  >(
    data: CreateData<M, Given<S, 'published'>>,
    query?: EntryQuery<M, F, P, S>,
    options?: CallOptions,
  ): Promise<One<Shaped<M, F, P, S, W>>>

  /**
   * Changes an entry and publishes it, unless the status is `draft`. Attributes that `data` does not mention keep their
   * values.
   * @example
   * await client.articles.update(documentId, { title: 'Copper' })
   */
  update<
    const F extends FieldsParam<M> = FieldsParam<M>,
    const P extends PopulateParam<M> = PopulateParam<M>,
    const S extends StatusParam = StatusParam,
  >(
    documentId: string,
    data: UpdateData<M, Given<S, 'published'>>,
    query?: EntryQuery<M, F, P, S>,
    options?: CallOptions,
  ): Promise<One<Shaped<M, F, P, S, W>>>

  /** Deletes an entry in the default locale, in another one, or in all with `locale: '*'`. */
  delete(documentId: string, query?: DeleteQuery<M>, options?: CallOptions): Promise<void>

  /** Publishes the draft; returns the published version. */
  publish: VersionChange<M, 'published', W>
  /** Unpublishes the entry; returns the draft. */
  unpublish: VersionChange<M, 'draft', W>
  /** Replaces the draft by the published version; returns the draft. */
  discard: VersionChange<M, 'draft', W>
}

/** Only for types with drafts. */
export type VersionChange<M extends Model, S extends 'published' | 'draft', W extends Format> = M['drafts'] extends true
  ? <const F extends FieldsParam<M> = FieldsParam<M>, const P extends PopulateParam<M> = PopulateParam<M>>(
      documentId: string,
      query?: Omit<EntryQuery<M, F, P, S>, 'status'>,
      options?: CallOptions,
    ) => Promise<One<Shaped<M, F, P, S, W>>>
  : never
