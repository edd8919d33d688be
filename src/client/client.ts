/**
 * The type of a client: a resource for each name in the `Api` that `lectern types` wrote, and actions such as `login`.
 */

import type { CallOptions } from './answers.ts'
import type { Collection } from './collection.ts'
import type { LooseResource } from './loose.ts'
import type { Format, Model } from './model.ts'
import type { Single } from './single.ts'
import type { UploadedFile, UploadOptions, Uploads } from './upload.ts'

export type Client<A extends object, W extends Format = 'flat'> = Resources<A, W> & ActionsBeside<A, W>

/** A content type with the name of an action takes precedence. */
type ActionsBeside<A extends object, W extends Format> = string extends keyof A
  ? Actions<A, W>
  : [Extract<keyof Actions<A, W>, keyof A>] extends [never]
    ? Actions<A, W>
    : Omit<Actions<A, W>, keyof A>

type Resources<in out A extends object, in out W extends Format> = {
  readonly [Name in keyof A]: A[Name] extends Model ? ResourceOf<A[Name], W> : LooseResource
}

type ResourceOf<M extends Model, W extends Format> = M['kind'] extends 'single' ? Single<M, W> : Collection<M, W>

/** Only if the extension is enabled on the server. */
type BatchOf<A extends object, W extends Format> = string extends keyof A
  ? Batch<A, W>
  : A[keyof A] extends { readonly extensions: infer On }
    ? 'batch' extends On
      ? Batch<A, W>
      : never
    : never

type Batch<A extends object, W extends Format> = <
  const Parts extends Readonly<Record<string, (client: Client<A, W>) => Promise<unknown>>>,
>(
  parts: Parts,
  options?: CallOptions,
) => Promise<{ -readonly [Name in keyof Parts]: Awaited<ReturnType<Parts[Name]>> }>

export interface Actions<in out A extends object, in out W extends Format> {
  /**
   * Several reads in one request, from one snapshot. Rejects if one of them rejects, unless its part catches that.
   * @example
   * const { home, latest } = await client.batch({
   *   home: (client) => client.homepage.find({ populate: '*' }),
   *   latest: (client) => client.articles.find({ sort: 'publishedAt:desc', pagination: { limit: 3 } }),
   * })
   */
  batch: BatchOf<A, W>

  /**
   * Logs a user in. The result has a client that sends the user's token; this client does not change.
   * @example
   * const { user, client: theirs } = await client.login({ identifier: 'ada@example.com', password })
   * await theirs.articles.create({ title: 'Salt and copper' })
   */
  login(credentials: Credentials, options?: CallOptions): Promise<Login<A, W>>

  /**
   * Uploads a file or several to the media library: a `File`, a list of them, or `input.files` of a form.
   * @example
   * const [file] = await client.upload(input.files[0], { fileInfo: { alternativeText: 'A bridge at dusk' } })
   * await client.articles.update(documentId, { cover: file.id })
   */
  upload(files: Uploads, options?: UploadOptions): Promise<UploadedFile[]>
}

export interface Credentials {
  /** The user's e-mail address or username. */
  readonly identifier: string
  readonly password: string
}

export interface Login<in out A extends object, in out W extends Format> {
  /** The token. `createClient({ url, token: jwt })` makes a client that sends it. */
  jwt: string
  user: User
  /** A client that sends the token. */
  client: Client<A, W>
}

export interface User {
  id: number
  documentId: string
  username: string
  email: string
  confirmed: boolean | null
  blocked: boolean | null
  /** Attributes that the project has added to users. */
  [name: string]: unknown
}
