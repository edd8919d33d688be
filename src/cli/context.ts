/** What a command needs of the world, so that a test can be the world. */

import type { Logger } from 'pino'
import type { Profile } from '../config/settings.ts'

export interface OpenOptions {
  readonly project: string
  readonly database?: string
  readonly profile?: Profile
  readonly host?: string
  readonly port?: number
  readonly env?: NodeJS.ProcessEnv
  readonly logger?: Logger
}

/** The part of an open project that the command line uses. */
export interface Project {
  readonly summary: { readonly contentTypes: number; readonly components: number; readonly database: string }
  listen(): Promise<string>
  /** Paths. */
  examples(): Promise<readonly string[]>
  close(): Promise<void>
}

export interface Context {
  readonly env: NodeJS.ProcessEnv
  readonly version: string
  /** Whether somebody watches standard error. */
  readonly watched: boolean
  /** Whether each stream shows colours. */
  readonly colour: { readonly out: boolean; readonly err: boolean }
  out(line: string): void
  err(line: string): void
  openProject(options: OpenOptions): Promise<Project>
  /** Resolves at the next request to stop. */
  nextSignal(): Promise<void>
}
