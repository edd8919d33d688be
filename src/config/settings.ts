/** The settings of a project, with all defaults. */

import type { Extensions } from '../vocabulary/extensions.ts'
import type { Limits } from './limits.ts'

/** `strapi`: behaves exactly as Strapi where Lectern's default differs. */
export type Profile = 'contract' | 'strapi'

/** Who may see drafts: callers who may find the type, or those with the permission `findDrafts` for it. */
export type DraftRule = 'find' | 'granted'

/** No maximum: more entries than any table has. */
export const EVERYTHING = Number.MAX_SAFE_INTEGER

export interface RestSettings {
  readonly prefix: string
  readonly defaultLimit: number
  /** `EVERYTHING` if the project wants no maximum. */
  readonly maxLimit: number
  /** Whether the project sets `maxLimit`. Strapi has no maximum by default. */
  readonly setsMaxLimit: boolean
  readonly withCount: boolean
  /** Where counting stops for `withCount=capped`. */
  readonly countCap: number
  readonly strictParams: boolean
  /** Longest time from a complete request to its response, in milliseconds. */
  readonly requestTimeout: number
  /** Most bytes of finished responses that clients have not read yet, for all requests together. */
  readonly unreadBytes: number
  readonly cache: CacheSettings
  /** Whether responses have a `Server-Timing` header. */
  readonly serverTiming: boolean
  /** Whether long responses are compressed if the client accepts it. */
  readonly compression: boolean
  readonly profile: Profile
  readonly drafts: DraftRule
  /** The extensions of Strapi's API. */
  readonly extensions: Extensions
  /** Null if the project does not have the plugin. */
  readonly depthPlugin: DepthPlugin | null
  /** Whether `/_openapi.json` and `/_docs` are served. */
  readonly docs: boolean
  /** Whether `/_explorer` is served. */
  readonly explorer: boolean
  /** Whether Prometheus metrics are collected and served at `/_metrics`. */
  readonly metrics: boolean
}

/** How strapi-v5-plugin-populate-deep interprets `pLevel`. */
export interface DepthPlugin {
  /** The level of `pLevel` without a number. */
  readonly defaultLevels: number
  /** Whether relations to administrators (`createdBy`, `updatedBy`) are skipped. */
  readonly skipsCreators: boolean
}

export interface CacheSettings {
  /** Whether responses are cached until the database changes. */
  readonly answers: boolean
  /** How many seconds responses are cached if changes cannot be detected; 0: not at all. */
  readonly longest: number
  /** How many seconds browsers may reuse a public response without revalidation. */
  readonly maxAge: number
  /** The same for shared caches, such as CDNs. */
  readonly sharedMaxAge: number
  /** Whether responses have a header with the content types that they depend on. */
  readonly tags: boolean
}

export interface CorsSettings {
  /** `*`, or the origins that may read responses. */
  readonly origin: '*' | readonly string[]
  readonly methods: readonly string[]
  readonly headers: readonly string[]
  readonly expose: readonly string[]
  readonly credentials: boolean
  readonly maxAge: number
}

export interface ProxySettings {
  /** Addresses, networks (`10.0.0.0/8`) and named ranges whose `X-Forwarded-For` is trusted. */
  readonly trusted: readonly string[]
}

export interface Secrets {
  /** Null if the project has none: then no API token is valid. */
  readonly apiTokenSalt: string | null
  readonly jwtSecret: string | null
  readonly jwtAlgorithm: string
  /** The keys of an asymmetric algorithm; null if `jwtSecret` is the key. */
  readonly jwtPrivateKey: string | null
  readonly jwtPublicKey: string | null
  /** Issuer and audience of new user tokens; null for none. */
  readonly jwtIssuer: string | null
  readonly jwtAudience: string | readonly string[] | null
  /** Salts and secrets from before a rotation: old tokens stay valid, and new ones use the current secrets. */
  readonly previousSalts: readonly string[]
  readonly previousJwtSecrets: readonly string[]
  /** The token for `/_metrics`; null allows only requests from this machine. */
  readonly metricsToken: string | null
}

/** Which database to use, from the project's configuration or the command line. */
export interface DatabaseTarget {
  readonly client: string
  /** A file name, a URL, or the client's own connection options. */
  readonly connection: string | Readonly<Record<string, unknown>>
}

export interface PoolSettings {
  /** Connections that are kept open. */
  readonly min: number
  /** Most connections. */
  readonly max: number
  /** Most statements that wait for a connection. */
  readonly queue: number
  /** Longest wait for a connection, in milliseconds. */
  readonly acquireTimeout: number
  /** Processors per process, for a database on this machine. */
  readonly processors?: number
}

export interface DatabaseOptions {
  readonly pool: PoolSettings
  /** Longest time of a statement, in milliseconds. */
  readonly statementTimeout: number
  /**
   * The time zone of datetimes that are stored without one: that of the server which wrote them. Null for that of this
   * process.
   */
  readonly timeZone: string | null
  /** Most characters in the rows of one statement, which limits the memory of a request. */
  readonly answerSize: number
  /** Most rows in all populated lists of one statement. */
  readonly populatedRows: number
  /** URLs of replicas to read from. */
  readonly replicas: readonly string[]
}

export type DatabaseSettings = DatabaseTarget & DatabaseOptions

export interface UploadSettings {
  /** The folder that contains `uploads`, as configured. */
  readonly publicFolder: string
  /** Strapi's upload provider. Lectern itself always uses the folder. */
  readonly provider: string
  /** Largest file, in bytes. */
  readonly sizeLimit: number
  /** Largest image that is processed, in pixels. A JPEG counts for a quarter. */
  readonly pixelLimit: number
  /** The longest edge of each smaller version of an image, by format. */
  readonly breakpoints: ReadonlyMap<string, number>
  /** Media types that may be uploaded, exact or as `image/*`. An empty list allows none, null allows any. */
  readonly allowedTypes: readonly string[] | null
  /** Media types that may not be uploaded. Takes precedence over `allowedTypes`. */
  readonly deniedTypes: readonly string[]
}

/** The weights of searched attributes, by UID of the content type and name of the attribute. */
export type SearchSettings = ReadonlyMap<string, ReadonlyMap<string, number>>

/** A value of `populate` in a query string. */
export type PopulateValue = string | readonly PopulateValue[] | { readonly [key: string]: PopulateValue }

/** The default `populate` by UID of the content type. */
export type PopulateSettings = ReadonlyMap<string, PopulateValue>

export interface WebhookSettings {
  /** Milliseconds to wait for a receiver's response. */
  readonly timeout: number
  /** How often an event is sent before delivery is given up. */
  readonly attempts: number
  /** Whether webhooks may be sent to addresses that are not public, or to which of them. */
  readonly allowPrivate: boolean | readonly string[]
  /** Headers of every request, unless a webhook sets them itself. */
  readonly defaultHeaders: Readonly<Record<string, string>>
}

export interface Settings {
  readonly rest: RestSettings
  readonly search: SearchSettings
  readonly populate: PopulateSettings
  /** The names of a Strapi project's plugins. None of them is run. */
  readonly plugins: readonly string[]
  /** Whether NODE_ENV is `production`. */
  readonly production: boolean
  /** `documents.strictParams`: stricter checks of `status` and `locale`. */
  readonly strictDocuments: boolean
  /** `documents.strictRelations`: published entries must have all required relations and files. */
  readonly strictRelations: boolean
  readonly limits: Limits
  readonly privateAttributes: readonly string[]
  readonly customFields: ReadonlyMap<string, string>
  readonly secrets: Secrets
  /** How long the token of a user is valid after login, in milliseconds. */
  readonly jwtLifetime: number
  readonly upload: UploadSettings
  readonly cors: CorsSettings
  readonly webhooks: WebhookSettings
  /** The public URL of the server; null if the project does not set it. */
  readonly url: string | null
  /** Null if no proxy is trusted to name the client's address. */
  readonly proxy: ProxySettings | null
  readonly host: string
  readonly port: number
  readonly database: DatabaseSettings
}
