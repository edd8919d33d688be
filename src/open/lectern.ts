/** The public face of an open project. */

import type { Logger } from 'pino'
import type { Notice } from '../config/notice.ts'
import type { Profile, Settings } from '../config/settings.ts'
import type { ShareFigures } from '../metrics/metrics.ts'
import type { Schema } from '../schema/schema.ts'
import type { Overview } from './overview.ts'

export interface OpenOptions {
  /** The project folder. */
  readonly project: string
  /** A database file or URL; without it, what the project's configuration says. */
  readonly database?: string
  /** URLs of replicas to read from; without them, what the project's configuration says. */
  readonly replicas?: readonly string[]
  readonly profile?: Profile
  readonly host?: string
  readonly port?: number
  /** The environment that configuration files see; without it, the process's. */
  readonly env?: NodeJS.ProcessEnv
  readonly logger?: Logger
  /**
   * Creates the tables of a new database first, and adds to one that Lectern created what the schema has more.
   * A database that somebody else made is never altered. A project on a database of Lectern's own that lacks secrets
   * for tokens and logins gets them in its `.env`.
   */
  readonly migrate?: boolean
  /**
   * Opens the project also when its database server, or a replica, cannot be reached: until it can be, requests are
   * answered with 503, and `/_ready` too. Whatever else is wrong is thrown.
   */
  readonly waitForDatabase?: boolean
  /**
   * SQLite: how many processes more may read, so that a slow read holds up nobody else, and can be ended; a thread more
   * writes. Without any,
   * everything is read and written on the thread of the caller.
   */
  readonly readers?: number
  /** Where this is one of several processes: how `/_metrics` gets the figures of all of them. */
  readonly shareFigures?: ShareFigures
  /** Of how many processes this is one: each has its part of the connections that the project may open. */
  readonly processes?: number
}

/** An open project. */
export interface Lectern {
  readonly settings: Settings
  /** Content types and components, as the project's files and its database define them. */
  readonly schema: Schema
  readonly summary: { readonly contentTypes: number; readonly components: number; readonly database: string }
  /** Parts of the project that are not served, and why. */
  readonly leftOut: readonly Notice[]
  /** What was done to the database at the start, in sentences. */
  readonly notices: readonly string[]
  /** Answers a request without a socket: `await lectern.fetch('/api/articles?populate=*')`. */
  fetch(
    url: string,
    init?: {
      readonly method?: string
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string | Uint8Array | FormData
    },
  ): Promise<Response>
  /** Starts to listen; gives the base URL. */
  listen(options?: { readonly host?: string; readonly port?: number }): Promise<string>
  /** What it serves, and how that differs from Strapi. */
  overview(): Overview
  /** Up to three paths that answer to everybody, and that of the page that describes the API where there is one. */
  examples(): Promise<readonly string[]>
  close(): Promise<void>
}
