/** The OpenAPI description for each caller, and the page that shows it. */

import { fileURLToPath } from 'node:url'
import { type Caller, rightsKey } from '../access/caller.ts'
import { createStampedCache } from '../cache/stamped-cache.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { createPage, type ServePage } from '../pages/serve-page.ts'

/** Size of the cache of descriptions, in characters. */
const MOST_TEXT = 16 * 1024 * 1024

export interface Docs {
  readonly page: ServePage
  /** The description for a caller, as text. `describe` is called once for all callers with the same permissions. */
  text(caller: Caller, describe: () => OpenApiDocument): Promise<string>
}

/** Where the build puts the page; the same relative path from `src/` and `dist/`. */
const PAGE = fileURLToPath(new URL('../../dist/public/docs/', import.meta.url))

export function createDocs(): Docs {
  // The schema does not change while the server runs.
  const texts = createStampedCache<string>({ most: MOST_TEXT, weigh: (text, key) => text.length + key.length })
  return {
    page: createPage(PAGE),
    text: async (caller, describe) => {
      const text = await texts.get(rightsKey(caller), '', async () => JSON.stringify(describe()))
      return text ?? ''
    },
  }
}
