/** Parameters that Lectern does not have: errors with `strictParams`, otherwise ignored. */

import { didYouMeanHint } from '../errors/did-you-mean.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type { RawParams } from '../request/raw-params.ts'
import type { Extensions } from '../vocabulary/extensions.ts'
import { extendedHint, missingExtensionHint } from './extended-parameters.ts'
import { attributeHint, isCacheBuster, parameterHint } from './parameter-hints.ts'

/** All parameters that do something. */
const PARAMETERS: ReadonlySet<string> = new Set([
  'filters',
  'sort',
  'fields',
  'populate',
  'status',
  'locale',
  '_q',
  'publicationFilter',
  'hasPublishedVersion',
  'pagination',
])

/**
 * Strapi takes these, and most have no effect: front ends that send them must not fail here. Pagination refuses the first
 * two.
 */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['page', 'pageSize', 'start', 'limit', 'count', 'ordering'])

export function refuseUnknown(params: RawParams, extensions: Extensions): void {
  const unknown = Object.keys(params).find((key) => !PARAMETERS.has(key) && !WITHOUT_EFFECT.has(key))
  if (unknown === undefined) return
  const hint = extendedHint(unknown, extensions) ?? parameterHint(unknown, params[unknown])
  const otherwise = missingExtensionHint(unknown, extensions) ?? attributeHint(unknown)
  throw invalidKey({ key: unknown, path: null, param: unknown, candidates: PARAMETERS, hint, otherwise })
}

/**
 * For the log: the first ignored parameter that is probably a mistake, and what to write instead, `limit: Write
 * pagination[limit]=5`. Those of trackers and caches, such as `utm_source`, are not mistakes.
 */
export function ignoredParameter(params: RawParams, extensions: Extensions): string | null {
  for (const [name, value] of Object.entries(params)) {
    if (PARAMETERS.has(name) || isCacheBuster(name)) continue
    const hint = extendedHint(name, extensions) ?? parameterHint(name, value) ?? didYouMeanHint(name, PARAMETERS)
    if (hint !== undefined) return `${name}: ${hint}`
  }
  return null
}
