import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixtureProject, fromRoot } from '../project-root.ts'

/**
 * The project that Lectern serves. Cold, nothing is cached, as in the other servers; warm, responses are cached while the
 * database does not change, as by default.
 */
export const lecternProject = (warm: boolean): string => {
  if (warm) return fixtureProject
  const copy = fromRoot('bench', 'data', 'cold-project')
  cpSync(fixtureProject, copy, { recursive: true })
  const rest = { defaultLimit: 25, maxLimit: 100, withCount: true, cache: false }
  writeFileSync(join(copy, 'config', 'api.js'), `module.exports = ${JSON.stringify({ rest })}\n`)
  return copy
}
