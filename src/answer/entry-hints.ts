/** Hints for entries that are not found because something else than a documentId stands in the path. */

import type { RestSettings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { missingValueHint } from '../errors/missing-value.ts'
import type { ContentRoute } from '../request/routes.ts'
import { withHint } from './spelling-hints.ts'

export function withEntryHint(error: unknown, route: ContentRoute, { prefix, profile }: RestSettings): unknown {
  if (!(error instanceof ApiError) || error.code !== 'ENTRY_UNKNOWN') return error
  if (profile === 'strapi' || (route.kind !== 'entry' && route.kind !== 'version')) return error
  return withHint(error, entryHint(route.documentId ?? '', `${prefix}/${route.type.pluralName}`))
}

function entryHint(written: string, path: string): string | undefined {
  if (written === 'count') return `The number of entries is meta.pagination.total of ${path}?pagination[pageSize]=1`
  if (/^\d{1,16}$/.test(written)) {
    return `Entries have their documentId in the path. By id: ${path}?filters[id]=${written}`
  }
  return missingValueHint(written, 'send the request when there is a value')
}
