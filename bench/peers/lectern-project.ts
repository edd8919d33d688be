import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { searchSettings } from '../beyond/search-queries.ts'
import { fixtureProject, fromRoot } from '../project-root.ts'

/** The settings that a run changes. */
export type LecternRest = {
  /** Cold, nothing is cached, as in the other servers; warm, responses are cached while the database does not change. */
  readonly warm: boolean
  /** Whether it understands more than Strapi does. */
  readonly extended?: boolean
  /** Milliseconds; the default if absent. */
  readonly requestTimeout?: number
  readonly limits?: Readonly<Record<string, number>>
}

/** The project that Lectern serves. */
export const lecternProject = ({ warm, extended = false, requestTimeout, limits }: LecternRest): string => {
  if (warm && !extended) return fixtureProject
  const copy = fromRoot('bench', 'data', `${warm ? 'warm' : 'cold'}${extended ? '-extended' : ''}-project`)
  cpSync(fixtureProject, copy, { recursive: true })
  const rest = {
    defaultLimit: 25,
    maxLimit: 100,
    withCount: true,
    cache: warm,
    extensions: extended,
    requestTimeout,
    limits,
  }
  writeFileSync(
    join(copy, 'config', 'api.js'),
    `module.exports = ${JSON.stringify({ rest, ...(extended ? { search: searchSettings } : {}) })}\n`,
  )
  return copy
}
