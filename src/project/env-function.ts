/** The `env` that config files are called with: `env('HOST', '0.0.0.0')`, `env.int('PORT', 1337)`, … */

import type { Environment } from '../config/project-config.ts'

export interface EnvFunction {
  (key: string, fallback?: unknown): unknown
  int(key: string, fallback?: unknown): unknown
  float(key: string, fallback?: unknown): unknown
  bool(key: string, fallback?: unknown): unknown
  json(key: string, fallback?: unknown): unknown
  array(key: string, fallback?: unknown): unknown
  date(key: string, fallback?: unknown): unknown
  oneOf(key: string, allowed: readonly unknown[], fallback?: unknown): unknown
}

/** `onMissing` is called with variables that have neither a value nor a default. */
export function envFunction(environment: Environment, onMissing: (key: string) => void = () => {}): EnvFunction {
  const reading =
    (parse: (value: string, key: string) => unknown) =>
    (key: string, fallback?: unknown): unknown => {
      const value = environment[key]
      if (value !== undefined) return parse(value, key)
      if (fallback === undefined) onMissing(key)
      return fallback
    }
  return Object.assign(
    reading((value) => value),
    {
      int: reading((value) => Number.parseInt(value, 10)),
      float: reading((value) => Number.parseFloat(value)),
      bool: reading((value) => value === 'true'),
      json: reading(parseJson),
      array: reading(parseList),
      date: reading((value) => new Date(value)),
      oneOf: (key: string, allowed: readonly unknown[], fallback?: unknown) =>
        oneOf(environment[key], allowed, fallback),
    },
  )
}

function parseJson(value: string, key: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw new Error(`the environment variable ${key} is not valid JSON`)
  }
}

/** `[a, "b"]` and `a,b` alike. */
function parseList(value: string): readonly string[] {
  const inner = value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1) : value
  return inner.split(',').map((item) => item.trim().replace(/^(["'])(.*)\1$/, '$2'))
}

function oneOf(value: string | undefined, allowed: readonly unknown[], fallback: unknown): unknown {
  if (!Array.isArray(allowed) || allowed.length === 0) throw new Error('env.oneOf needs a list of allowed values')
  if (fallback !== undefined && !allowed.includes(fallback)) {
    throw new Error('the default given to env.oneOf is not among its allowed values')
  }
  return allowed.includes(value) ? value : fallback
}
