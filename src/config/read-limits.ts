import { DEFAULT_LIMITS, type Limits } from './limits.ts'
import { isRecord } from './project-config.ts'
import { asPositiveInteger, type SettingReader, shown } from './setting-readers.ts'
import { suggestion } from './suggestion.ts'

/**
 * The limits of `api.rest.limits`, with defaults. Unknown names are problems, because a misspelt limit would silently
 * have no effect.
 */
export function readLimits(read: SettingReader): Limits {
  const configured = read.raw('api', 'rest.limits')
  if (configured === undefined) return DEFAULT_LIMITS
  if (!isRecord(configured)) {
    read.problem('api', 'rest.limits', `This must be an object of limits, not ${shown(configured)}.`)
    return DEFAULT_LIMITS
  }
  const names = Object.keys(DEFAULT_LIMITS)
  const accepted = Object.entries(configured).flatMap(([name, value]) => {
    const path = `rest.limits.${name}`
    if (!names.includes(name)) {
      read.problem('api', path, `There is no limit of this name.${suggestion(name, names)} Known: ${names.join(', ')}.`)
      return []
    }
    const number = asPositiveInteger(value)
    if (number !== undefined) return [[name, number] as const]
    read.problem('api', path, `A limit must be a whole number above 0, not ${shown(value)}.`)
    return []
  })
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(accepted) }
}
