/** `pLevel=3&pIgnore=author,tags`: the parameters of strapi-v5-plugin-populate-deep, for projects that have it. */

import type { DepthPlugin } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { isRawList, type RawParams, type RawValue } from '../request/raw-params.ts'
import type { ParsedLevels } from './parsed-query.ts'

export function parseLevels({ pLevel, pIgnore }: RawParams, plugin: DepthPlugin | null): ParsedLevels | null {
  if (plugin === null || pLevel === undefined) return null
  const { defaultLevels, skipsCreators } = plugin
  return { levels: levelsIn(pLevel, defaultLevels), ignored: namesIn(pIgnore), skipsCreators }
}

function levelsIn(raw: RawValue, defaultLevels: number): number {
  if (raw === '' || raw === null) return defaultLevels
  if (typeof raw === 'string' && /^\d+$/.test(raw)) return Number(raw)
  throw new ApiError('VALUE_INVALID', {
    message: `Invalid value ${JSON.stringify(raw)} for pLevel. Expected a whole number`,
    details: { source: 'query', param: 'pLevel' },
  })
}

function namesIn(raw: RawValue | undefined): readonly string[] {
  if (raw === undefined || raw === null) return []
  if (typeof raw === 'string') return raw.split(',').map((name) => name.trim())
  if (isRawList(raw) && raw.every((name) => typeof name === 'string')) return raw
  throw new ApiError('PARAM_SHAPE', {
    message: 'Invalid pIgnore parameter. Expected names, as in pIgnore=author,tags',
    details: { source: 'query', param: 'pIgnore' },
  })
}
