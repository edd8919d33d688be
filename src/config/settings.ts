/** What a project's configuration says, with every default filled in. */

import type { Extensions } from '../vocabulary/extensions.ts'
import type { Limits } from './limits.ts'

/** `strapi` answers exactly as Strapi does where Lectern's default differs. */
export type Profile = 'contract' | 'strapi'

/** Drafts are for callers who may find the type, or for those with the permission `findDrafts` on it. */
export type DraftRule = 'find' | 'granted'

/** As a maximum: more entries than any table has. */
export const EVERYTHING = Number.MAX_SAFE_INTEGER

export interface RestSettings {
  readonly prefix: string
  readonly defaultLimit: number
  /** `EVERYTHING` where the project wants no maximum. */
  readonly maxLimit: number
  /** Whether the project says so: without it, Strapi has no maximum. */
  readonly setsMaxLimit: boolean
  readonly withCount: boolean
  /** Where totals that are asked for as `capped` stop counting. */
  readonly countCap: number
  readonly strictParams: boolean
  /** Milliseconds from a complete request to its response. */
  readonly requestTimeout: number
  /** Bytes of finished responses that clients have not read yet, all together. */
  readonly unreadBytes: number
  readonly cache: CacheSettings
  /** Whether responses say how long each stage took. */
  readonly serverTiming: boolean
  /** Whether long responses are compressed for clients that accept it. */
  readonly compression: boolean
  readonly profile: Profile
  readonly drafts: DraftRule
  /** What requests may ask beyond Strapi's API. */
  readonly extensions: Extensions
  /** Null where the project does not have the plugin. */
  readonly depthPlugin: DepthPlugin | null
  /** Whether the API describes itself, at `/_openapi.json` and `/_docs`. */
  readonly docs: boolean
  /** Whether `/_explorer` is served. */
  readonly explorer: boolean
  /** Whether metrics for Prometheus are collected, and served at `/_metrics`. */
  readonly metrics: boolean
}

/** How strapi-v5-plugin-populate-deep reads `pLevel`. */
export interface DepthPlugin {
  /** What `pLevel` without a number means. */
  readonly defaultLevels: number
  /** Whether creators are not followed. */
  readonly skipsCreators: boolean
}

export interface CacheSettings {
  /** Whether responses are cached while the database does not change. */
  readonly answers: boolean
  /** Seconds that they are cached where changes cannot be detected; 0: not at all. */
  readonly longest: number
  /** Seconds that a browser may use a public response without asking again. */
  readonly maxAge: number
  /** The same for caches that serve many people. */
  readonly sharedMaxAge: number
  /** Whether responses name the content types that they depend on. */
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
  /** Null when the project sets none: then no API token can match. */
  readonly apiTokenSalt: string | null
  readonly jwtSecret: string | null
  readonly jwtAlgorithm: string
  /** Keys of an asymmetric algorithm; where they are null, the secret is the key. */
  readonly jwtPrivateKey: string | null
  readonly jwtPublicKey: string | null
  /** Issuer and audience in tokens of users who log in here; null: none. */
  readonly jwtIssuer: string | null
  readonly jwtAudience: string | readonly string[] | null
  /** Salts and secrets from before a rotation: tokens made with them stay valid, new ones use the current ones. */
  readonly previousSalts: readonly string[]
  readonly previousJwtSecrets: readonly string[]
  /** The token for `/_metrics`; null: only requests from this machine are allowed. */
  readonly metricsToken: string | null
}

/** Which database, as the project's configuration or the command line names it. */
export interface DatabaseTarget {
  readonly client: string
  /** A file name, a URL, or the client's own connection options. */
  readonly connection: string | Readonly<Record<string, unknown>>
}

export interface PoolSettings {
  /** Connections that stay open. */
  readonly min: number
  /** Connections at most. */
  readonly max: number
  /** Statements that may wait for one. */
  readonly queue: number
  /** Longest wait of each, in milliseconds. */
  readonly acquireTimeout: number
  /** Processors of this machine for each process, which matters where the database has no others. */
  readonly processors?: number
}

export interface DatabaseOptions {
  readonly pool: PoolSettings
  /** Milliseconds that one statement may take. */
  readonly statementTimeout: number
  /** Time zone of datetimes that are stored without one, that of the server which wrote them; null for that of this process. */
  readonly timeZone: string | null
  /** Characters in the rows of one statement; bounds the memory of a request. */
  readonly answerSize: number
  /** Rows in all populated lists of one statement together. */
  readonly populatedRows: number
  /** URLs of servers that hold a copy of the same content, for reading. */
  readonly replicas: readonly string[]
}

export type DatabaseSettings = DatabaseTarget & DatabaseOptions

export interface UploadSettings {
  /** The folder whose `uploads` holds the files, as the project writes it. */
  readonly publicFolder: string
  /** Where Strapi would store uploads; here they are always in the folder. */
  readonly provider: string
  /** Bytes of one file. */
  readonly sizeLimit: number
  /** Pixels of the largest image that is processed. A JPEG counts for a quarter. */
  readonly pixelLimit: number
  /** Longest edge of each version of an image, by format. */
  readonly breakpoints: ReadonlyMap<string, number>
  /** Media types, whole or as `image/*`, of files that may be uploaded: none if the list is empty; null for any. */
  readonly allowedTypes: readonly string[] | null
  /** Media types that may not be uploaded, even if the other list allows them. */
  readonly deniedTypes: readonly string[]
}

/** Weights of the attributes that are searched, by name; by UID of the content type. */
export type SearchSettings = ReadonlyMap<string, ReadonlyMap<string, number>>

/** What a query string may have as the value of `populate`. */
export type PopulateValue = string | readonly PopulateValue[] | { readonly [key: string]: PopulateValue }

/** Default `populate` of reads without one, by UID of the content type. */
export type PopulateSettings = ReadonlyMap<string, PopulateValue>

export interface WebhookSettings {
  /** Milliseconds that a receiver has for its response. */
  readonly timeout: number
  /** How often an event is sent before it is given up. */
  readonly attempts: number
  /** Whether, or which, addresses that are not public may be sent to. */
  readonly allowPrivate: boolean | readonly string[]
  /** Sent with every request, where a webhook does not have its own. */
  readonly defaultHeaders: Readonly<Record<string, string>>
}

export interface Settings {
  readonly rest: RestSettings
  readonly search: SearchSettings
  readonly populate: PopulateSettings
  /** Names of the plugins that a Strapi project has. None is run. */
  readonly plugins: readonly string[]
  /** Whether NODE_ENV is `production`. */
  readonly production: boolean
  /** `documents.strictParams`: stricter checks of `status` and `locale`. */
  readonly strictDocuments: boolean
  /** `documents.strictRelations`: required relations and files must be set in published entries. */
  readonly strictRelations: boolean
  readonly limits: Limits
  readonly privateAttributes: readonly string[]
  readonly customFields: ReadonlyMap<string, string>
  readonly secrets: Secrets
  /** Milliseconds that the token of a user who logs in is valid. */
  readonly jwtLifetime: number
  readonly upload: UploadSettings
  readonly cors: CorsSettings
  readonly webhooks: WebhookSettings
  /** The public URL of the server; null where the project does not say. */
  readonly url: string | null
  /** Null where no proxy is trusted to name the client. */
  readonly proxy: ProxySettings | null
  readonly host: string
  readonly port: number
  readonly database: DatabaseSettings
}
