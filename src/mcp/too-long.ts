/** A response that is too long for an agent → the error that says how to ask for less. */

import { limitExceeded } from '../config/limit-exceeded.ts'
import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'

/** Attributes that the error names. */
const MOST_NAMED = 3

export function tooLong(body: string, maximum: number): ApiError {
  const { data } = JSON.parse(body) as { readonly data: unknown }
  const entries = Array.isArray(data) ? data : [data]
  const { code, message, details } = limitExceeded('agentResult', maximum)
  const fits = Math.max(1, Math.floor((entries.length * maximum) / body.length / 2))
  const hints = [
    `Name the fields that you need: the longest here are ${longest(entries).join(', ')}`,
    ...(entries.length > 1 ? [`take a smaller page: "pagination": { "pageSize": ${fits} }`] : []),
    'populate less, and name the fields of what is populated',
  ]
  const size = `${body.length} characters, ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`
  return new ApiError(code, { message: `${message}: it has ${size}`, details: { ...details, hint: hints.join('; ') } })
}

/** `body (40120)` */
function longest(entries: readonly unknown[]): readonly string[] {
  const sizes = new Map<string, number>()
  for (const entry of entries) {
    if (!isRecord(entry)) continue
    for (const [name, value] of Object.entries(entry)) {
      sizes.set(name, (sizes.get(name) ?? 0) + JSON.stringify(value).length)
    }
  }
  const sorted = [...sizes].sort(([, a], [, b]) => b - a)
  return sorted.slice(0, MOST_NAMED).map(([name, size]) => `${name} (${size})`)
}
