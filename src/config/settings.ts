/** What a project's configuration says, with every default filled in. */

import type { Limits } from './limits.ts'

/** `strapi` answers as the reference server does in the points where the contract decides otherwise. */
export type Profile = 'contract' | 'strapi'

export interface RestSettings {
  readonly prefix: string
  readonly defaultLimit: number
  readonly maxLimit: number
  readonly withCount: boolean
  readonly strictParams: boolean
  readonly profile: Profile
}

export interface CorsSettings {
  /** `*`, or the origins that may read answers. */
  readonly origin: '*' | readonly string[]
  readonly methods: readonly string[]
  readonly headers: readonly string[]
  readonly expose: readonly string[]
  readonly credentials: boolean
  readonly maxAge: number
}

export interface Secrets {
  /** Null when the project sets none: then no API token can match. */
  readonly apiTokenSalt: string | null
  readonly jwtSecret: string | null
  readonly jwtAlgorithm: string
}

/** Which database, as the project's configuration or the command line names it. */
export interface DatabaseTarget {
  readonly client: string
  /** A file name, a URL, or the client's own connection options. */
  readonly connection: string | Readonly<Record<string, unknown>>
}

export interface DatabaseOptions {
  /** Connections kept, connections at most, and how long a request waits for one, in milliseconds. */
  readonly pool: { readonly min: number; readonly max: number; readonly acquireTimeout: number }
  /** Milliseconds that one statement may take. */
  readonly statementTimeout: number
  /** Of datetimes where the database keeps them without one: that of the server which wrote them. */
  readonly timeZone: string
}

export type DatabaseSettings = DatabaseTarget & DatabaseOptions

export interface Settings {
  readonly rest: RestSettings
  /** `documents.strictParams`: stricter checks of `status` and `locale`. */
  readonly strictDocuments: boolean
  readonly limits: Limits
  readonly privateAttributes: readonly string[]
  readonly customFields: ReadonlyMap<string, string>
  readonly secrets: Secrets
  /** Milliseconds that the token of a user who logs in is good. */
  readonly jwtLifetime: number
  readonly cors: CorsSettings
  readonly host: string
  readonly port: number
  readonly database: DatabaseSettings
}
