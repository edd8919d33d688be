/** The public face of an open project. */

import type { Logger } from 'pino'
import type { Profile, Settings } from './config/settings.ts'

export interface OpenOptions {
  /** The project folder. */
  readonly project: string
  /** A database file or URL; without it, what the project's configuration says. */
  readonly database?: string
  readonly profile?: Profile
  readonly host?: string
  readonly port?: number
  /** The environment that configuration files see; without it, the process's. */
  readonly env?: NodeJS.ProcessEnv
  readonly logger?: Logger
}

/** An open project. */
export interface Lectern {
  readonly settings: Settings
  readonly summary: { readonly contentTypes: number; readonly components: number; readonly database: string }
  /** Answers a request without a socket: `await lectern.fetch('/api/articles?populate=*')`. */
  fetch(
    url: string,
    init?: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response>
  /** Starts to listen; gives the base URL. */
  listen(options?: { readonly host?: string; readonly port?: number }): Promise<string>
  /** Up to three paths that answer to everybody. */
  examples(): Promise<readonly string[]>
  close(): Promise<void>
}
