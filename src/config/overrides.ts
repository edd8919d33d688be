import type { Extension } from '../vocabulary/extensions.ts'
import type { Profile } from './settings.ts'

/** What the command line says; it wins over the project's configuration. */
export interface Overrides {
  readonly database?: string
  readonly replicas?: readonly string[]
  readonly profile?: Profile
  readonly extensions?: readonly Extension[]
  readonly host?: string
  readonly port?: number
}
