/** Hints for filter values of the wrong type. Strapi gives none. */

import type { Profile } from '../config/settings.ts'
import { missingValueHint } from '../errors/missing-value.ts'

interface Place {
  readonly profile?: Profile
}

export function valueHint(text: string, { profile }: Place): string | undefined {
  if (profile === 'strapi') return undefined
  if (text === '' || text === 'null') return 'For entries without a value: [$null]=true'
  if (/^[^,]+(,[^,]+)+$/.test(text)) return 'Write a list with brackets: [$in][0]=1&[$in][1]=2'
  return missingValueHint(text, 'leave the filter out if there is no value')
}

/** `example`: how to write a value of the type, and how to get it in JavaScript. */
export function dateHint(text: string, example: string, place: Place): string | undefined {
  if (place.profile === 'strapi') return undefined
  // `+` in a URL means a space: 2025-01-31T09:30:00+01:00.
  if (/T[^\sT]+ \d\d:?\d\d$/.test(text)) return 'Write + as %2B in a URL, or the time in UTC, with Z'
  const isDate = /\d/.test(text) && !Number.isNaN(Date.parse(text))
  return (isDate ? undefined : valueHint(text, place)) ?? `Write it as ${example}`
}
