/** Which database is meant: by the command line, by the project's configuration, or by convention. */

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Problem } from '../config/problem.ts'
import { type ConfigFile, isRecord } from '../config/project-config.ts'
import type { DatabaseTarget } from '../config/settings.ts'

export interface TargetSources {
  /** `--database`: a file name or a URL. */
  readonly override: string | undefined
  /** `config/database`, evaluated. */
  readonly configured: ConfigFile | undefined
  /** `DATABASE_URL`: for projects whose configuration names no database. */
  readonly url: string | undefined
  readonly projectFolder: string
  readonly currentFolder: string
}

export interface FoundTarget {
  readonly target: DatabaseTarget
  readonly problems: readonly Problem[]
}

export function databaseTarget(sources: TargetSources): FoundTarget {
  if (sources.override !== undefined) return named(sources.override, '--database', sources.currentFolder)
  const { configured } = sources
  const connection = isRecord(configured?.value) ? configured.value.connection : undefined
  if (configured === undefined || connection === undefined) return unconfigured(sources)
  if (!isRecord(connection)) return notFound(configured.file, 'connection', 'This must be an object with a client.')
  return fromConfig(connection, configured.file, sources)
}

function unconfigured(sources: TargetSources): FoundTarget {
  const { url = '', currentFolder } = sources
  return url === '' ? found(defaultTarget(sources)) : named(url, 'DATABASE_URL', currentFolder)
}

/** A file or a URL. `by` is what named it, for the message. */
function named(database: string, by: string, currentFolder: string): FoundTarget {
  if (/^postgres(ql)?:\/\//i.test(database)) return found({ client: 'postgres', connection: database })
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(database)?.[1]
  if (scheme === undefined) return found({ client: 'sqlite', connection: resolve(currentFolder, database) })
  const message = `${by}: ${scheme}:// is not supported; give a file name or a postgresql:// URL.`
  return notFound(null, null, message)
}

function fromConfig(connection: Readonly<Record<string, unknown>>, file: string, sources: TargetSources): FoundTarget {
  const { client, connection: options } = connection
  if (typeof options === 'function') {
    return notFound(
      file,
      'connection.connection',
      'A connection that is a function cannot be honoured; give its values.',
    )
  }
  if (client === 'sqlite') return fileFromConfig(options, file, sources)
  if (client === 'postgres') return serverFromConfig(options ?? (sources.url || undefined), file)
  const known = 'only "sqlite" and "postgres" can be served'
  const given = client === undefined ? 'No client is named' : `The client ${JSON.stringify(client)} is not supported`
  return notFound(file, 'connection.client', `${given}; ${known}.`)
}

function fileFromConfig(options: unknown, file: string, sources: TargetSources): FoundTarget {
  const name = isRecord(options) ? options.filename : options
  if (name === undefined || name === null) return found(defaultTarget(sources))
  if (typeof name === 'string' && name !== '') return found(fileTarget(name, sources))
  return notFound(file, 'connection.connection.filename', 'This must be the name of the database file.')
}

function serverFromConfig(options: unknown, file: string): FoundTarget {
  if (typeof options === 'string' || isRecord(options)) return found({ client: 'postgres', connection: options })
  return notFound(
    file,
    'connection.connection',
    'This must be a URL or an object with host, database, user and password.',
  )
}

/** Config files mean the project folder, where its server used to run; else the folder one is in. */
function fileTarget(name: string, sources: TargetSources): DatabaseTarget {
  const inProject = resolve(sources.projectFolder, name)
  return { client: 'sqlite', connection: existsSync(inProject) ? inProject : resolve(sources.currentFolder, name) }
}

function defaultTarget(sources: TargetSources): DatabaseTarget {
  return { client: 'sqlite', connection: join(sources.projectFolder, '.tmp', 'data.db') }
}

const found = (target: DatabaseTarget): FoundTarget => ({ target, problems: [] })

function notFound(file: string | null, path: string | null, message: string): FoundTarget {
  return { target: { client: 'none', connection: '' }, problems: [{ file, path, message }] }
}
