import type { Client } from './client.ts'
import type { LooseApi } from './loose.ts'
import { pathOf } from './path-of.ts'
import { resourceAt } from './resource.ts'
import type { Fetch, Transport } from './send.ts'

export interface ClientOptions {
  /** Of the API, with its prefix: `http://127.0.0.1:1337/api`. */
  readonly url: string
  /** An API token, or a user's JWT. Without it, what everybody may read. */
  readonly token?: string
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Instead of the global one. */
  readonly fetch?: Fetch
}

/** Of names that do not tell their path: `{ 'api::article.article': 'articles' }`. */
interface Paths<A extends object> {
  readonly paths?: { readonly [Name in keyof A]?: string }
}

interface PathsOfUids<A extends object, Uid extends keyof A> {
  readonly paths: { readonly [Name in Uid]: string }
}

type PathsFor<A extends object> = [Extract<keyof A, `${string}::${string}`>] extends [never]
  ? Paths<A>
  : PathsOfUids<A, Extract<keyof A, `${string}::${string}`>>

interface AnyOptions extends ClientOptions, Paths<Record<string, unknown>> {
  readonly format?: 'v4'
}

/** `createClient<Api>({ url })`, with the `Api` that `lectern types` writes; without it, nothing is checked. */
export function createClient<A extends object = LooseApi>(
  options: ClientOptions & PathsFor<A> & { readonly format: 'v4' },
): Client<A, 'v4'>
export function createClient<A extends object = LooseApi>(options: ClientOptions & PathsFor<A>): Client<A>
export function createClient(options: AnyOptions): object {
  const transport = transportOf(options)
  const paths = new Map(Object.entries(options.paths ?? {}))
  const resources = new Map<string, object>()
  return new Proxy(
    {},
    {
      get: (_, name) => {
        // Asked for by `await` and by JSON.stringify: neither is a content type.
        if (typeof name !== 'string' || name === 'then' || name === 'toJSON') return undefined
        const known = resources.get(name) ?? resourceAt(paths.get(name) ?? pathOf(name), transport)
        resources.set(name, known)
        return known
      },
    },
  )
}

function transportOf({ url, token, headers, format, fetch }: AnyOptions): Transport {
  return {
    url: url.replace(/\/+$/, ''),
    headers: {
      Accept: 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(format === undefined ? {} : { 'Strapi-Response-Format': format }),
      ...headers,
    },
    // Called without an object before it: browsers refuse a `fetch` that has another `this`.
    fetch: fetch ?? ((at, init) => globalThis.fetch(at, init)),
  }
}
