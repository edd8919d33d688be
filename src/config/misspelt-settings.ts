/**
 * Finds misspelt keys in config files. Strapi and its plugins have many settings that Lectern does not read, so an
 * unknown key is reported only if it resembles an unset one that Lectern reads.
 */

import type { Notice } from './notice.ts'
import { type ConfigName, isRecord, type ProjectConfig } from './project-config.ts'
import { suggestion } from './suggestion.ts'

/** The paths that were read, by file. */
export type ReadPaths = ReadonlyMap<ConfigName, ReadonlySet<string>>

/** Read by the databases, not by the setting reader. */
const CONNECTION_OPTIONS = [
  'filename',
  'host',
  'port',
  'database',
  'user',
  'password',
  'ssl',
  'schema',
  'connectionString',
]
const DATABASE_SETTINGS = ['connection.client', ...CONNECTION_OPTIONS.map((key) => `connection.connection.${key}`)]

export function misspeltSettings(config: ProjectConfig, readPaths: ReadPaths): readonly Notice[] {
  return [...config].flatMap(([name, { file, value }]) => {
    const known = [...(readPaths.get(name) ?? []), ...(name === 'database' ? DATABASE_SETTINGS : [])]
    return misspeltIn(
      value,
      known.map((path) => path.split('.')),
      [],
    )
      .filter(({ path }) => !isPluginName(name, path))
      .map(({ path, hint }) => ({
        file,
        path: path.join('.'),
        about: 'misspelling' as const,
        model: null,
        message: `There is no setting of this name.${hint} It is ignored.`,
      }))
  })
}

/** Plugins may have any name. */
const isPluginName = (name: ConfigName, path: readonly string[]) => name === 'plugins' && path.length === 1

interface Misspelt {
  readonly path: readonly string[]
  /** ` Did you mean "defaultLimit"?` */
  readonly hint: string
}

/** `known`: the paths below `at`, split into parts. */
function misspeltIn(value: unknown, known: readonly (readonly string[])[], at: readonly string[]): readonly Misspelt[] {
  if (!isRecord(value)) return []
  const names = new Set(known.flatMap(([first]) => first ?? []))
  const unset = [...names].filter((name) => !Object.hasOwn(value, name))
  return Object.keys(value).flatMap((key) => {
    const path = [...at, key]
    if (names.has(key)) {
      const below = known.flatMap(([first, ...rest]) => (first === key && rest.length > 0 ? [rest] : []))
      return misspeltIn(value[key], below, path)
    }
    const hint = suggestion(key, unset) || misplaced(key, known, at.length === 0)
    return hint === '' ? [] : [{ path, hint }]
  })
}

/**
 * A setting at too high a level: `defaultLimit` instead of `rest.defaultLimit`, `upload.config.allowedTypes` instead of
 * `upload.config.security.allowedTypes`. At the root of a file, only settings of `rest` are considered: Strapi has
 * other settings there.
 */
function misplaced(key: string, known: readonly (readonly string[])[], isRoot: boolean): string {
  const deeper = known.filter((parts) => parts.length > 1 && parts.at(-1) === key)
  const meant = isRoot ? deeper.filter((parts) => parts.length === 2 && parts[0] === 'rest') : deeper
  return meant.length === 1 ? ` Did you mean "${meant[0]?.join('.')}"?` : ''
}
