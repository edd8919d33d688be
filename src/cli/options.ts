/** The options of the command line. Each can also be given as an environment variable; the command line wins. */

import type { Profile } from '../config/settings.ts'
import type { OpenOptions } from './context.ts'
import { UsageError } from './usage-error.ts'

export interface OptionSpec {
  readonly value: string
  readonly env: string
  readonly meaning: string
  readonly fallback: string
}

export const OPTIONS = {
  project: {
    value: 'DIR',
    env: 'LECTERN_PROJECT',
    meaning: 'folder with src/, config/ and .env',
    fallback: 'the current folder',
  },
  database: {
    value: 'FILE_OR_URL',
    env: 'LECTERN_DATABASE',
    meaning: 'database to read, instead of the one in config/database',
    fallback: "the project's own",
  },
  port: { value: 'PORT', env: 'LECTERN_PORT', meaning: 'port to listen on', fallback: 'config/server, or 1337' },
  host: {
    value: 'HOST',
    env: 'LECTERN_HOST',
    meaning: 'address to listen on',
    fallback: 'config/server, or 127.0.0.1',
  },
  profile: {
    value: 'PROFILE',
    env: 'LECTERN_PROFILE',
    meaning: '"contract", or "strapi" to answer as Strapi does where the two differ',
    fallback: 'config/api, or contract',
  },
} as const satisfies Record<string, OptionSpec>

export type OptionName = keyof typeof OPTIONS

export type GivenOptions = Readonly<Partial<Record<OptionName, string>>>

export function isOption(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name)
}

/** Given options and environment → what to open. An empty value counts as none. */
export function readOptions(given: GivenOptions, env: NodeJS.ProcessEnv): OpenOptions {
  const read = (name: OptionName): Source | null => {
    const onLine = given[name]
    if (onLine !== undefined) return { text: onLine, from: `--${name}` }
    const variable = OPTIONS[name].env
    const inEnv = env[variable]
    return inEnv === undefined || inEnv === '' ? null : { text: inEnv, from: variable }
  }
  const [database, host, port, profile] = [read('database'), read('host'), read('port'), read('profile')]
  return {
    project: read('project')?.text ?? '.',
    env,
    ...(database === null ? {} : { database: database.text }),
    ...(host === null ? {} : { host: host.text }),
    ...(port === null ? {} : { port: toPort(port) }),
    ...(profile === null ? {} : { profile: toProfile(profile) }),
  }
}

interface Source {
  readonly text: string
  readonly from: string
}

function toPort({ text, from }: Source): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`${from} must be a port from 0 to 65535, not "${text}".`)
  return port
}

function toProfile({ text, from }: Source): Profile {
  if (text === 'contract' || text === 'strapi') return text
  throw new UsageError(`${from} must be "contract" or "strapi", not "${text}".`)
}
