import { isRecord } from '../config/project-config.ts'

/**
 * The second value over the first: objects key by key, lists item by item, anything else replaced. Undefined
 * replaces nothing. Lists are merged by position because a shorter list must not reveal what a longer one hides.
 */
export function deepMerge(base: unknown, over: unknown): unknown {
  if (over === undefined) return base
  if (Array.isArray(base) && Array.isArray(over)) {
    const length = Math.max(base.length, over.length)
    return Array.from({ length }, (_, index) => deepMerge(base[index], over[index]))
  }
  if (!isPlain(base) || !isPlain(over)) return over
  const keys = [...Object.keys(base), ...Object.keys(over).filter((key) => !Object.hasOwn(base, key))]
  return Object.fromEntries(keys.map((key) => [key, deepMerge(base[key], over[key])]))
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !(value instanceof Date) && !(value instanceof RegExp)
}
