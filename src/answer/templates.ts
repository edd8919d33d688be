/** Templates by shape. */

import { createStampedCache } from '../cache/stamped-cache.ts'
import type { Template } from './statement-template.ts'

/** Size of the cache in characters, at most two bytes each, and the overhead of one shape. */
const MOST_CHARACTERS = 4 * 1024 * 1024
const OVERHEAD = 200

export interface Templates {
  find(key: string): Template | null
  /**
   * Makes a template when a shape comes a second time: most do not. `make` may throw where its examples are refused. It is called
   * after the response to the current request was made, which must not wait for it.
   */
  learn(key: string, make: () => Template | null): void
}

interface Entry {
  /** Null where the shape has no template. */
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
      later(() => keep(key, { template: madeBy(make), times: 'often' }))
    },
  }
}

function madeBy(make: () => Template | null): Template | null {
  try {
    return make()
  } catch {
    return null
  }
}
