/**
 * A read in an unknown locale finds nothing. A write is refused, since its entry would be in a locale that no list
 * shows.
 */

import type { Query } from '../check/query.ts'
import { ApiError } from '../errors/api-error.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import type { App } from './app.ts'

export async function refuseUnknownLocale(
  { type, locale }: Query,
  defaultLocale: string | null,
  { stored }: Pick<App, 'stored'>,
): Promise<void> {
  if (locale.kind === 'first') {
    throw new ApiError('VALUE_INVALID', {
      message: "Invalid parameter at 'locale'. A write has one locale: locale[$first] is for reads",
      details: { source: 'query', param: 'locale' },
    })
  }
  const [code] = locale.kind === 'codes' ? locale.codes : []
  if (!type.localized || code === undefined || code === '*' || code === defaultLocale) return
  const known = await stored.locales()
  if (known.length === 0 || known.includes(code)) return
  const near = didYouMean(code, known)
  throw new ApiError('VALUE_INVALID', {
    message: `There is no locale ${code}`,
    details: {
      source: 'query',
      param: 'locale',
      hint: `${near === null ? '' : `Did you mean ${near}? `}Existing locales: ${known.join(', ')}. lectern locale add adds one`,
    },
  })
}
