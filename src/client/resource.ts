/** The requests of one content type. Its kind decides which of them its type has. */

import type { CallOptions } from './answers.ts'
import { exportOf } from './export.ts'
import { type Request, send, type Transport } from './send.ts'
import { watch } from './watch.ts'

interface Page {
  readonly data: readonly unknown[]
  readonly meta: { readonly pagination: PageMeta }
}

interface PageMeta {
  readonly pageSize: number
  readonly pageCount?: number
  readonly next?: string | null
}

interface PageQuery {
  readonly pagination?: { readonly page?: number; readonly start?: { readonly after: string } }
}

type Query = object | undefined
type Options = CallOptions | undefined

export function resourceAt(path: string, transport: Transport) {
  const ask = (request: Request) => send(request, transport)
  const act =
    (verb: string) =>
    async (...given: readonly unknown[]) => {
      const { at, rest } = placeIn(path, given)
      const [query, options] = rest as [Query, Options]
      return ask({ method: 'POST', path: `${at}/actions/${verb}`, query, options })
    }
  const pages = (query: PageQuery = {}, options?: CallOptions) =>
    pagesOf(query, (asked) => ask({ method: 'GET', path, query: asked, options }) as Promise<Page>)
  return {
    find: async (query: Query, options: Options) => ask({ method: 'GET', path, query, options }),
    findOne: async (documentId: string, query: Query, options: Options) =>
      ask({ method: 'GET', path: below(path, documentId), query, options }),
    aggregate: async (query: Query, options: Options) =>
      ask({ method: 'GET', path: `${path}/actions/aggregate`, query, options }),
    export: (query: Query, options: Options) =>
      exportOf({ method: 'GET', path: `${path}/actions/export`, query, options }, transport),
    watch: (query: Query, options: Options) =>
      watch({ method: 'GET', path: `${path}/actions/watch`, query, options }, transport),
    watchOne: (documentId: string, query: Query, options: Options) =>
      watch({ method: 'GET', path: `${below(path, documentId)}/actions/watch`, query, options }, transport),
    pages,
    entries: async function* (query: PageQuery = {}, options?: CallOptions) {
      const pagination = { ...query.pagination, withCount: false }
      for await (const { data } of pages({ ...query, pagination }, options)) yield* data
    },
    create: async (data: object, query: Query, options: Options) =>
      ask({ method: 'POST', path, body: { data }, query, options }),
    update: async (...given: readonly unknown[]) => {
      const { at, rest } = placeIn(path, given)
      const [data, query, options] = rest as [object, Query, Options]
      return ask({ method: 'PUT', path: at, body: { data }, query, options })
    },
    delete: async (...given: readonly unknown[]) => {
      const { at, rest } = placeIn(path, given)
      const [query, options] = rest as [Query, Options]
      return ask({ method: 'DELETE', path: at, query, options })
    },
    publish: act('publish'),
    unpublish: act('unpublish'),
    discard: act('discard'),
  }
}

/** A single type takes no documentId. */
function placeIn(path: string, given: readonly unknown[]): { readonly at: string; readonly rest: readonly unknown[] } {
  const [first, ...rest] = given
  return typeof first === 'string' ? { at: below(path, first), rest } : { at: path, rest: given }
}

/** An empty text, `.` or `..` would make it another path, and another request. */
function below(path: string, documentId: string): string {
  if (typeof documentId !== 'string' || /^\.{0,2}$/.test(documentId)) {
    throw new TypeError(`"${documentId}" is not a documentId.`)
  }
  return `${path}/${encodeURIComponent(documentId)}`
}

type FetchPage<Q> = (query: Q) => Promise<Page>

function pagesOf<Q extends PageQuery>(query: Q, fetchPage: FetchPage<Q>) {
  const start = query.pagination?.start
  return start === undefined ? numberedPages(query, fetchPage) : pagesAfter(start.after, query, fetchPage)
}

async function* numberedPages<Q extends PageQuery>(query: Q, fetchPage: FetchPage<Q>) {
  for (let page = query.pagination?.page ?? 1; ; page++) {
    const answer = await fetchPage({ ...query, pagination: { ...query.pagination, page } })
    const { pageSize, pageCount } = answer.meta.pagination
    if (answer.data.length > 0 || page === 1) yield answer
    // A page that is not full is the last one, even without a count.
    if (answer.data.length < pageSize || (pageCount !== undefined && page >= pageCount)) return
  }
}

async function* pagesAfter<Q extends PageQuery>(first: string, query: Q, fetchPage: FetchPage<Q>) {
  for (let after: string | null = first; after !== null; ) {
    const answer: Page = await fetchPage({ ...query, pagination: { ...query.pagination, start: { after } } })
    yield answer
    after = answer.meta.pagination.next ?? null
  }
}
