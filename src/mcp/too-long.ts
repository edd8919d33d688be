/** A response that is too long for an agent → the error that says how to ask for less. */

import { limitExceeded } from '../config/limit-exceeded.ts'
import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'

/** Attributes that the error names. */
const MOST_NAMED = 3

/** Maximum length of a response that is examined, which delays all other requests by a tenth of a second at most. */
const LOOKED_INTO = 4 * 1024 * 1024

const POPULATE_LESS = 'populate less, and name the fields of what is populated'

export function tooLong(body: string, maximum: number): ApiError {
  const { data } = JSON.parse(body) as { readonly data: unknown }
  const entries = Array.isArray(data) ? data : [data]
  const fits = Math.max(1, Math.floor((entries.length * maximum) / body.length / 2))
  const hints = [
    `Name the fields that you need: the longest here are ${longest(entries).join(', ')}`,
    ...(entries.length > 1 ? [`take a smaller page: "pagination": { "pageSize": ${fits} }`] : []),
    POPULATE_LESS,
  ]
  const size = `${body.length} characters, ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`
  return refusal(maximum, size, hints)
}

/** To be called before anything parses the body. */
export function refuseHuge(body: string, maximum: number): void {
  if (body.length <= Math.max(LOOKED_INTO, maximum)) return
  throw refusal(maximum, `${body.length} characters`, [
    'Name the fields that you need',
    'take a smaller page',
    POPULATE_LESS,
  ])
}

function refusal(maximum: number, size: string, hints: readonly string[]): ApiError {
  const { code, message, details } = limitExceeded('agentResult', maximum)
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
