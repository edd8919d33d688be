import type { Extension } from '../vocabulary/extensions.ts'
import type { Profile } from './settings.ts'

/**
 * Settings from the command line, or from a program that opens a project. They take precedence over the project's
 * configuration.
 */
export interface Overrides {
  /** A database file or URL. The default is in the project's configuration. */
  readonly database?: string
  /** URLs of replicas to read from. The default is in the project's configuration. */
  readonly replicas?: readonly string[]
  readonly profile?: Profile
  /** The enabled extensions of the API, or true for all. The default is in the project's configuration. */
  readonly extensions?: boolean | readonly Extension[]
  readonly host?: string
  readonly port?: number
}
