/** How the command line and the configuration name a file. */

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { refusal } from '../../config/problem.ts'
import { isRecord } from '../../config/project-config.ts'
import type { DatabaseTarget } from '../../config/settings.ts'
import type { Naming } from '../backend.ts'
import { type FoundTarget, found, notFound, type TargetSources } from '../found-target.ts'
import { oddFileName } from '../odd-file-name.ts'

const URL_OF_SERVER = /^[a-z][a-z0-9+.-]+:\/\//i

export const sqliteNaming: Naming = {
  example: 'a file name',
  otherNames: ['sqlite3', 'better-sqlite', 'better-sqlite3'],
  fromText: (text, currentFolder) => (URL_OF_SERVER.test(text) ? null : target(resolve(currentFolder, text))),
  fromConfig,
  withoutValues: () => ({ filename: DEFAULT_FILE }),
}

/** Strapi's default. */
const DEFAULT_FILE = '.tmp/data.db'

export function fileOf({ connection }: DatabaseTarget): string {
  const file = typeof connection === 'string' ? connection : connection.filename
  if (typeof file === 'string') return file
  throw refusal(NOT_A_NAME)
}

const NOT_A_NAME = 'This must be the name of the database file.'

function fromConfig(options: unknown, sources: TargetSources): FoundTarget {
  const name = isRecord(options) ? options.filename : options
  if (name === undefined || name === null) return found(target(join(sources.projectFolder, DEFAULT_FILE)))
  const refuse = (message: string) =>
    notFound(sources.configured?.file ?? null, 'connection.connection.filename', message)
  if (typeof name !== 'string' || name === '') return refuse(NOT_A_NAME)
  const odd = oddFileName(name)
  return odd === null ? found(target(fileNamed(name, sources))) : refuse(odd)
}

/** Relative to the project folder, as in Strapi, unless the file exists only relative to the current folder. */
function fileNamed(name: string, { projectFolder, currentFolder }: TargetSources): string {
  const [inProject, here] = [resolve(projectFolder, name), resolve(currentFolder, name)]
  return !existsSync(inProject) && existsSync(here) ? here : inProject
}

const target = (connection: string): DatabaseTarget => ({ client: 'sqlite', connection })
