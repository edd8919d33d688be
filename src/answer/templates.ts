/** The cache of statement templates, by query shape. */

import { createStampedCache } from '../cache/stamped-cache.ts'
import type { Template } from './statement-template.ts'

/** Size of the cache in characters, at most two bytes each, and the overhead of one entry. */
const MOST_CHARACTERS = 4 * 1024 * 1024
const OVERHEAD = 200

export interface Templates {
  find(key: string): Template | null
  /**
   * Makes a template when a shape is seen a second time; most are seen once. `make` runs after the response of the
   * current request, so as not to delay it. It may throw if its examples are refused.
   */
  learn(key: string, make: () => Template | null): void
}

interface Entry {
  /** Null if the shape has no template. */
  readonly template: Template | null
  readonly times: 'once' | 'often'
}

export function createTemplates(later: (work: () => void) => void = setImmediate): Templates {
  const entries = createStampedCache<Entry>({
    most: MOST_CHARACTERS,
    weigh: ({ template }, key) => (template?.size ?? 0) + key.length + OVERHEAD,
  })
  const keep = (key: string, entry: Entry) => entries.keep(key, '', entry)
  return {
    find: (key) => entries.find(key, '')?.template ?? null,
    learn(key, make) {
      const known = entries.find(key, '')
      if (known === undefined) keep(key, { template: null, times: 'once' })
      if (known?.times !== 'once') return
      keep(key, { template: null, times: 'often' })
      later(() => keep(key, { template: madeOrNull(make), times: 'often' }))
    },
  }
}

function madeOrNull(make: () => Template | null): Template | null {
  try {
    return make()
  } catch {
    return null
  }
}
