/** A project's configuration files after evaluation, before any check. */

export const CONFIG_NAMES = ['api', 'admin', 'plugins', 'server', 'database', 'middlewares'] as const
export type ConfigName = (typeof CONFIG_NAMES)[number]

export interface ConfigFile {
  /** The path relative to the project folder. */
  readonly file: string
  readonly value: unknown
}

export type ProjectConfig = ReadonlyMap<ConfigName, ConfigFile>

/** Environment variables of the process, and those of the project's `.env` that the process does not have. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The value at a path of keys; undefined if it does not exist. */
export function valueAt(config: ProjectConfig, name: ConfigName, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(property, config.get(name)?.value)
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object at a key; an empty one if there is none. */
export function recordAt(value: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const found = value[key]
  return isRecord(found) ? found : {}
}

function property(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
