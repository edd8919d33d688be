/** The places where a database may be named, and the target found there. */

import type { Problem } from '../config/problem.ts'
import type { ConfigFile } from '../config/project-config.ts'
import type { DatabaseTarget } from '../config/settings.ts'

export interface TargetSources {
  /** `--database`: a file name or a URL. */
  readonly override: string | undefined
  /** The evaluated `config/database`. */
  readonly configured: ConfigFile | undefined
  /** `DATABASE_URL`, which is used if the configuration names no database. */
  readonly url: string | undefined
  readonly projectFolder: string
  readonly currentFolder: string
}

export interface FoundTarget {
  readonly target: DatabaseTarget
  readonly problems: readonly Problem[]
}

/** The client of a target that was not found; `problems` says why. */
export const NO_CLIENT = 'none'

export const found = (target: DatabaseTarget): FoundTarget => ({ target, problems: [] })

export function notFound(file: string | null, path: string | null, message: string): FoundTarget {
  return { target: { client: NO_CLIENT, connection: '' }, problems: [{ file, path, message }] }
}
