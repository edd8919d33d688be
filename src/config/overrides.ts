import type { Extension } from '../vocabulary/extensions.ts'
import type { Profile } from './settings.ts'

/** Settings of the command line, or of a program that opens a project; they win over the project's configuration. */
export interface Overrides {
  /** A database file or URL; without it, what the project's configuration says. */
  readonly database?: string
  /** URLs of replicas to read from; without them, what the project's configuration says. */
  readonly replicas?: readonly string[]
  readonly profile?: Profile
  /** Extensions of the API that are on, or true for all; without it, what the project's configuration says. */
  readonly extensions?: boolean | readonly Extension[]
  readonly host?: string
  readonly port?: number
}
