/** How an open project describes itself: the description for each caller, and the page that shows it. */

import { fileURLToPath } from 'node:url'
import type { Caller } from '../access/caller.ts'
import { rightsKey } from '../access/rights-key.ts'
import { createStampedCache } from '../cache/stamped-cache.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { createPage, type ServePage } from '../pages/serve-page.ts'

/** Characters of all descriptions that are kept. */
const MOST_TEXT = 16 * 1024 * 1024

export interface Docs {
  readonly page: ServePage
  /** The description for a caller, as a text; `describe` is asked once for all who may do the same. */
  text(caller: Caller, describe: () => OpenApiDocument): Promise<string>
}

/** The build puts the page there; seen from the sources and from what is built, it is the same place. */
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
