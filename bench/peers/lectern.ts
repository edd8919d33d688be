import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fixtureProject, fromRoot } from '../project-root.ts'
import { type LecternRest, lecternProject } from './lectern-project.ts'
import { type Server, startServer } from './start-server.ts'

// One process, as the other servers are.
const alone = ['--workers', '1']

const lecternProgram = (): string => {
  const program = fromRoot('dist', 'cli', 'main.js')
  if (!existsSync(program)) throw new Error(`${program} is missing: run "npm run build" first.`)
  return program
}

export type LecternOptions = LecternRest & {
  readonly database: string
  /** Handed on to `lectern serve`. */
  readonly more: readonly string[]
  readonly nodeArguments?: readonly string[]
}

export const startLectern = (name: string, options: LecternOptions): Promise<Server> => {
  const place = ['--project', lecternProject(options), '--database', options.database]
  const args = [lecternProgram(), 'serve', ...place, '--profile', 'strapi', ...alone, ...options.more]
  return startServer(name, [...(options.nodeArguments ?? []), ...args])
}

/** Serves any project, with cached responses. */
export const startLecternIn = (place: { readonly folder: string; readonly database: string }): Promise<Server> =>
  startServer('Lectern', [
    ...[lecternProgram(), 'serve', '--project', place.folder],
    ...['--database', place.database, '--profile', 'strapi', ...alone],
  ])

/** One command of Lectern, to its end; what it said. */
export const lectern = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [lecternProgram(), ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Makes a database of Strapi one that Lectern may write to. */
export const adopt = (database: string, project: string = fixtureProject): string =>
  lectern('migrate', '--adopt', '--project', project, '--database', database)
