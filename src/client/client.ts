/** What a client offers, for each name of the `Api` that `lectern types` wrote. */

import type { CallOptions, List, One } from './answers.ts'
import type { Entry } from './entry.ts'
import type { CreateData, UpdateData } from './input.ts'
import type { LooseResource } from './loose.ts'
import type { Format, Model, Status } from './model.ts'
import type {
  ByPage,
  EntryQuery,
  FieldsParam,
  Given,
  ListQuery,
  OneQuery,
  Pagination,
  PopulateParam,
  StatusParam,
} from './query.ts'

export type Client<in out A extends object, in out W extends Format = 'flat'> = {
  readonly [Name in keyof A]: A[Name] extends Model ? ResourceOf<A[Name], W> : LooseResource
}

type ResourceOf<M extends Model, W extends Format> = M['kind'] extends 'single' ? Single<M, W> : Collection<M, W>

/** An entry as the query shapes it. */
type Answer<M extends Model, F, P, S extends StatusParam, W extends Format> = Entry<
  M,
  Given<F, '*'>,
  Given<P, readonly []>,
  Given<S, 'published'>,
  W
>

export interface Collection<in out M extends Model, in out W extends Format> {
  find<
    const F extends FieldsParam<M> = FieldsParam<M>,
    const P extends PopulateParam<M> = PopulateParam<M>,
    const S extends StatusParam = StatusParam,
    const G extends Pagination = ByPage,
  >(query?: ListQuery<M, F, P, S, G>, options?: CallOptions): Promise<List<Answer<M, F, P, S, W>, G>>

  findOne<const F extends FieldsParam<M> = FieldsParam<M>, const P extends PopulateParam<M> = PopulateParam<M>, const S extends StatusParam = StatusParam>(
    documentId: string,
    query?: OneQuery<M, F, P, S>,
    options?: CallOptions,
  ): Promise<One<Answer<M, F, P, S, W>>>

  /** One page after the other, each fetched when it is asked for. */
  pages<
    const F extends FieldsParam<M> = FieldsParam<M>,
    const P extends PopulateParam<M> = PopulateParam<M>,
    const S extends StatusParam = StatusParam,
    const G extends ByPage = ByPage,
  >(query?: ListQuery<M, F, P, S, G>, options?: CallOptions): AsyncIterableIterator<List<Answer<M, F, P, S, W>, G>>

  /** Every entry that the query finds, fetched page by page. */
  entries<
    const F extends FieldsParam<M> = FieldsParam<M>,
    const P extends PopulateParam<M> = PopulateParam<M>,
    const S extends StatusParam = StatusParam,
    const G extends ByPage = ByPage,
  >(query?: ListQuery<M, F, P, S, G>, options?: CallOptions): AsyncIterableIterator<Answer<M, F, P, S, W>>

  /** Publishes it too, unless the status is `draft`. */
  create<const F extends FieldsParam<M> = FieldsParam<M>, const P extends PopulateParam<M> = PopulateParam<M>, const S extends StatusParam = StatusParam>(
    data: CreateData<M, Given<S, 'published'>>,
    query?: EntryQuery<M, F, P, S>,
    options?: CallOptions,
  ): Promise<One<Answer<M, F, P, S, W>>>

  update<const F extends FieldsParam<M> = FieldsParam<M>, const P extends PopulateParam<M> = PopulateParam<M>, const S extends StatusParam = StatusParam>(
    documentId: string,
    data: UpdateData<M, Given<S, 'published'>>,
    query?: EntryQuery<M, F, P, S>,
    options?: CallOptions,
  ): Promise<One<Answer<M, F, P, S, W>>>

  /** In the default locale, or another, or `*` in all of them. */
  delete(documentId: string, query?: { readonly locale?: string }, options?: CallOptions): Promise<void>

  /** Publishes the draft as it is; gives what is published. */
  publish: VersionChange<M, 'published', W>
  /** Takes back what is published; gives the draft. */
  unpublish: VersionChange<M, 'draft', W>
  /** Makes the draft what is published; gives the draft. */
  discard: VersionChange<M, 'draft', W>
}

export type VersionChange<M extends Model, S extends Status, W extends Format> = M['drafts'] extends true
  ? <const F extends FieldsParam<M> = FieldsParam<M>, const P extends PopulateParam<M> = PopulateParam<M>>(
      documentId: string,
      query?: Omit<EntryQuery<M, F, P, S>, 'status'>,
      options?: CallOptions,
    ) => Promise<One<Answer<M, F, P, S, W>>>
  : never

export interface Single<in out M extends Model, in out W extends Format> {
  find<const F extends FieldsParam<M> = FieldsParam<M>, const P extends PopulateParam<M> = PopulateParam<M>, const S extends StatusParam = StatusParam>(
    query?: OneQuery<M, F, P, S>,
    options?: CallOptions,
  ): Promise<One<Answer<M, F, P, S, W>>>

  /** Makes the entry when there is none. */
  update<const F extends FieldsParam<M> = FieldsParam<M>, const P extends PopulateParam<M> = PopulateParam<M>, const S extends StatusParam = StatusParam>(
    data: UpdateData<M, Given<S, 'published'>>,
    query?: EntryQuery<M, F, P, S>,
    options?: CallOptions,
  ): Promise<One<Answer<M, F, P, S, W>>>

  delete(query?: { readonly locale?: string }, options?: CallOptions): Promise<void>
}
