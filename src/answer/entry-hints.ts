/** Hints for entries that are not found: the path has something other than a documentId, or a single type is empty. */

import type { RestSettings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { missingValueHint } from '../errors/missing-value.ts'
import type { ContentRoute } from '../request/routes.ts'
import { isDocumentId } from '../schema/document-id.ts'
import type { ContentType } from '../schema/schema.ts'
import { withHint } from './spelling-hints.ts'

export function withEntryHint(error: unknown, route: ContentRoute, { prefix, profile }: RestSettings): unknown {
  if (!(error instanceof ApiError) || error.code !== 'ENTRY_UNKNOWN') return error
  if (profile === 'strapi') return error
  if (route.kind === 'single') return withHint(error, EMPTY_SINGLE)
  if (route.kind !== 'entry' && route.kind !== 'version') return error
  const { documentId, type } = route
  const path = `${prefix}/${type.pluralName}`
  return withHint(error, entryHint(documentId ?? '', path) ?? slugHint(documentId ?? '', path, type))
}

/** The same hint whatever the reason: a caller who may not see drafts must not learn whether there is one. */
const EMPTY_SINGLE = 'This is empty until the single type is written, and published, in the locale of the request'

function entryHint(written: string, path: string): string | undefined {
  if (written === 'count') return `The number of entries is meta.pagination.total of ${path}?pagination[pageSize]=1`
  if (/^\d{1,16}$/.test(written)) {
    return `Entries have their documentId in the path. By id: ${path}?filters[id]=${written}`
  }
  if (PLACEHOLDER.test(written)) return `Write the documentId of an entry in place of ${written}`
  return missingValueHint(written, 'send the request when there is a value')
}

/** `/api/articles/:documentId`, as documentation writes it. */
const PLACEHOLDER = /^(?::[a-z]{1,30}|\{[a-z]{1,30}\}|<[a-z]{1,30}>)$/i

/** A slug that needs no escaping in a URL, as in `/api/articles/a-first-look`. */
const SLUG = /^[\w.~-]{1,100}$/

/** A hint only if the type has a slug that is not hidden. */
function slugHint(written: string, path: string, { attributes }: ContentType): string | undefined {
  const uid = [...attributes.values()].find((each) => each.kind === 'scalar' && each.type === 'uid' && !each.hidden)
  if (uid === undefined || isDocumentId(written) || !SLUG.test(written)) return undefined
  return `Entries have their documentId in the path. By ${uid.name}: ${path}?filters[${uid.name}]=${written}`
}
