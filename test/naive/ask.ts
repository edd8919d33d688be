import qs from 'qs'
import { type Request, requestTo } from './generate-query.ts'
import type { Model } from './models.ts'
import type { Query } from './request.ts'
import type { Json } from './values.ts'

export interface Server {
  readonly fetch: (url: string) => Promise<Response>
}

export interface Reply {
  readonly data: readonly Entry[]
  readonly meta: { readonly pagination: { readonly [key: string]: number } }
}

export interface Entry {
  readonly id: number
  readonly [key: string]: Json
}

/** A missing value is written as a bare key: `filters[title]`. */
export const urlOf = ({ path, query }: Request): string =>
  `/api/${path}?${qs.stringify(query, { encodeValuesOnly: true, strictNullHandling: true })}`

/** The query as a server reads it: what cannot be written in a query string is gone. */
export const asRead = ({ path, query }: Request): Request => ({
  path,
  query: qs.parse(qs.stringify(query, { strictNullHandling: true }), {
    strictNullHandling: true,
    arrayLimit: 1_000,
    depth: 60,
  }) as Query,
})

/** Anything but 200 is a failure here: the generators write valid requests only. */
export const ask = async (server: Server, request: Request): Promise<Reply> => {
  const url = urlOf(request)
  const response = await server.fetch(url)
  const body = (await response.json()) as Reply & { readonly error?: { readonly message: string } }
  if (response.status !== 200) throw new Error(`${response.status} ${body.error?.message}\n${url}`)
  return body
}

export const ids = (reply: { readonly data: Json | readonly Entry[] }): readonly number[] =>
  (reply.data as readonly Entry[]).map((entry) => entry.id)

/**
 * The entries a request finds, a hundred at most unless it says otherwise, and how many there are in all. Their ids alone
 * are asked for, which costs half as much.
 */
export const found = async (server: Server, model: Model, query: { readonly [key: string]: Json | undefined }) => {
  const reply = await ask(server, requestTo(model, { pagination: { pageSize: '100' }, fields: 'id', ...query }))
  return { ids: ids(reply), total: reply.meta.pagination.total ?? 0 }
}
