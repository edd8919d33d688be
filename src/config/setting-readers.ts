/** Reads single settings, with a default for unset ones and a problem for invalid ones. */

import type { ReadPaths } from './misspelt-settings.ts'
import type { Notice } from './notice.ts'
import type { Problem } from './problem.ts'
import { type ConfigName, type ProjectConfig, valueAt } from './project-config.ts'

export interface SettingReader {
  /** The whole content of a config file. */
  whole(name: ConfigName): unknown
  raw(name: ConfigName, path: string): unknown
  problem(name: ConfigName, path: string | null, message: string): void
  boolean(name: ConfigName, path: string, fallback: boolean): boolean
  text<F extends string | null>(name: ConfigName, path: string, fallback: F): string | F
  positiveInteger(name: ConfigName, path: string, fallback: number): number
  seconds(name: ConfigName, path: string, fallback: number): number
  names(name: ConfigName, path: string): readonly string[]
  /** All paths read so far. */
  readPaths(): ReadPaths
}

/** Files in which an invalid setting would make responses wrong. In other files, it is ignored with a notice. */
const NEEDED: readonly ConfigName[] = ['api', 'database']

/** How a setting is read, and what it should be, for messages. */
interface Form<T> {
  readonly accept: (value: unknown) => T | undefined
  readonly wanted: string
}

export function settingReader(config: ProjectConfig, problems: Problem[], notices: Notice[]): SettingReader {
  const paths = new Map<ConfigName, Set<string>>()
  const raw = (name: ConfigName, path: string) => {
    paths.set(name, (paths.get(name) ?? new Set()).add(path))
    return valueAt(config, name, ...path.split('.')) ?? undefined
  }
  const problem = (name: ConfigName, path: string | null, message: string) => {
    const place = { file: config.get(name)?.file ?? null, path }
    if (NEEDED.includes(name)) problems.push({ ...place, message })
    else notices.push({ ...place, about: 'config', model: null, message: `${message} It is ignored.` })
  }
  const read = <T>(name: ConfigName, path: string, fallback: T, { accept, wanted }: Form<T>): T => {
    const value = raw(name, path)
    if (value === undefined) return fallback
    const accepted = accept(value)
    if (accepted !== undefined) return accepted
    problem(name, path, `This must be ${wanted}, not ${shown(value)}.`)
    return fallback
  }
  return {
    whole: (name) => config.get(name)?.value,
    raw,
    problem,
    boolean: (name, path, fallback) => read(name, path, fallback, { accept: asBoolean, wanted: 'true or false' }),
    text: <F extends string | null>(name: ConfigName, path: string, fallback: F) =>
      read<string | F>(name, path, fallback, { accept: asText, wanted: 'a text' }),
    positiveInteger: (name, path, fallback) =>
      read(name, path, fallback, { accept: asPositiveInteger, wanted: 'a whole number above 0' }),
    seconds: (name, path, fallback) =>
      read(name, path, fallback, { accept: asSeconds, wanted: 'a whole number of seconds' }),
    names: (name, path) => read<readonly string[]>(name, path, [], { accept: asNames, wanted: 'a list of texts' }),
    readPaths: () => paths,
  }
}

/** A number is a text if a config file uses `env('X')` instead of `env.int('X')`. */
export function asPositiveInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

export function asSeconds(value: unknown): number | undefined {
  return value === 0 || value === '0' ? 0 : asPositiveInteger(value)
}

export function asNames(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined
}

/** A value for messages: shortened, or only its type if it could be long. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}

const asBoolean = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)
