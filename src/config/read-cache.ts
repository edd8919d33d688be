/** The caching settings of `rest`: for Lectern's own cache, and for browsers and CDNs. */

import { asSeconds, type SettingReader, shown } from './setting-readers.ts'
import type { CacheSettings } from './settings.ts'

export function readCache(read: SettingReader): CacheSettings {
  return {
    ...readAnswers(read),
    maxAge: read.seconds('api', 'rest.maxAge', 0),
    sharedMaxAge: read.seconds('api', 'rest.sharedMaxAge', 0),
    tags: read.boolean('api', 'rest.cacheTag', false),
  }
}

function readAnswers(read: SettingReader): Pick<CacheSettings, 'answers' | 'longest'> {
  const value = read.raw('api', 'rest.cache') ?? true
  if (typeof value === 'boolean') return { answers: value, longest: 0 }
  const seconds = asSeconds(value)
  if (seconds !== undefined) return { answers: true, longest: seconds }
  read.problem('api', 'rest.cache', `This must be true, false or a number of seconds, not ${shown(value)}.`)
  return { answers: true, longest: 0 }
}
