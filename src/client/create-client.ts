import type { CallOptions } from './answers.ts'
import { apiUrl } from './api-url.ts'
import { batch } from './batch.ts'
import { checkOptions } from './check-options.ts'
import type { Client, Credentials } from './client.ts'
import { type GivenHeaders, joinHeaders } from './join-headers.ts'
import { login } from './login.ts'
import type { LooseApi } from './loose.ts'
import { pathOf } from './path-of.ts'
import { resourceAt } from './resource.ts'
import type { Fetch, Transport } from './send.ts'
import { type UploadOptions, type Uploads, upload } from './upload.ts'

export interface ClientOptions {
  /** The URL of the server, `http://127.0.0.1:1337`. Add the prefix of the API if it is not `/api`. */
  readonly url: string | URL
  /** An API token or a user's JWT. Without one, the client reads public content. */
  readonly token?: string | undefined
  /** Headers for every request. */
  readonly headers?: GivenHeaders | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Sends long queries in the body, with the method `QUERY`. The server needs the extension `query`. */
  readonly longQueries?: 'body' | undefined
}

/** The paths of names that cannot be derived from the name: `{ 'api::article.article': 'articles' }`. */
interface Paths<A extends object> {
  readonly paths?: { readonly [Name in keyof A]?: string }
}

interface PathsOfUids<A extends object, Uid extends keyof A> {
  readonly paths: { readonly [Name in Uid]: string }
}

type PathsFor<A extends object> = [Extract<keyof A, `${string}::${string}`>] extends [never]
  ? Paths<A>
  : PathsOfUids<A, Extract<keyof A, `${string}::${string}`>>

type AnyOptions = ClientOptions & Paths<Record<string, unknown>> & { readonly format?: 'v4' }

/** `createClient<Api>({ url })`, with the `Api` that `lectern types` writes. Without it, nothing is type-checked. */
export function createClient<A extends object = LooseApi>(
  options: ClientOptions & PathsFor<A> & { readonly format: 'v4' },
): Client<A, 'v4'>
export function createClient<A extends object = LooseApi>(options: ClientOptions & PathsFor<A>): Client<A>
export function createClient(options: AnyOptions): object {
  checkOptions(options)
  const transport = transportOf(options)
  const paths = new Map(Object.entries(options.paths ?? {}))
  const actions = actionsOf(options, transport)
  const resources = new Map<string, object>()
  return new Proxy(
    {},
    {
      get: (target, name) => {
        // `await` and JSON.stringify read these properties, which are no content types. Neither are those of every
        // object, such as toString.
        if (typeof name !== 'string' || name === 'then' || name === 'toJSON') return undefined
        if (name in target) return Reflect.get(target, name)
        const known = resources.get(name)
        if (known !== undefined) return known
        const resource = resourceAt(paths.get(name) ?? pathOf(name), transport)
        // If a content type has the name of an action, the result is both.
        const made = Object.assign(actions.get(name) ?? {}, resource)
        resources.set(name, made)
        return made
      },
    },
  )
}

function actionsOf(options: AnyOptions, to: Transport): ReadonlyMap<string, object> {
  const sentBy = (fetch: Fetch) => createClient({ ...inUrls(options), fetch })
  const withToken = (token: string) => createClient({ ...options, token })
  return new Map<string, object>([
    ['batch', (parts: Parameters<typeof batch>[1], more?: CallOptions) => batch(to, parts, sentBy, more)],
    ['login', (given: Credentials, more?: CallOptions) => login(to, given, withToken, more)],
    ['upload', (files: Uploads, more?: UploadOptions) => upload(to, files, more)],
  ])
}

function inUrls({ longQueries: _inBodies, ...options }: AnyOptions): AnyOptions {
  return options
}

function transportOf({ url, token, headers, format, fetch, longQueries }: AnyOptions): Transport {
  return {
    url: apiUrl(url),
    headers: joinHeaders(
      { Accept: 'application/json' },
      token === undefined ? {} : { Authorization: `Bearer ${token.replace('Bearer ', '')}` },
      format === undefined ? {} : { 'Strapi-Response-Format': format },
      headers,
    ),
    // Called as a plain function, since browsers refuse a `fetch` with another `this`.
    fetch: fetch ?? ((at, init) => globalThis.fetch(at, init)),
    longInBody: longQueries === 'body',
  }
}
