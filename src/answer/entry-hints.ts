/** Hints for entries that are not found: something else than a documentId stands in the path, or a single type is empty. */

import type { RestSettings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { missingValueHint } from '../errors/missing-value.ts'
import type { ContentRoute } from '../request/routes.ts'
import { withHint } from './spelling-hints.ts'

export function withEntryHint(error: unknown, route: ContentRoute, { prefix, profile }: RestSettings): unknown {
  if (!(error instanceof ApiError) || error.code !== 'ENTRY_UNKNOWN') return error
  if (profile === 'strapi') return error
  if (route.kind === 'single') return withHint(error, EMPTY_SINGLE)
  if (route.kind !== 'entry' && route.kind !== 'version') return error
  return withHint(error, entryHint(route.documentId ?? '', `${prefix}/${route.type.pluralName}`))
}

/** The same whatever the reason is: who may not see drafts does not learn whether there is one. */
const EMPTY_SINGLE = 'This is empty until the single type is written, and published, in the locale of the request'

function entryHint(written: string, path: string): string | undefined {
  if (written === 'count') return `The number of entries is meta.pagination.total of ${path}?pagination[pageSize]=1`
  if (/^\d{1,16}$/.test(written)) {
    return `Entries have their documentId in the path. By id: ${path}?filters[id]=${written}`
  }
  return missingValueHint(written, 'send the request when there is a value')
}
