/** The spellings of "everything": `*,-reviews` (extension `exclude`), and `**` in all its forms (extension `deep`). */

import { isRawObject, type RawValue } from '../../../src/request/raw-params.ts'
import type { DeepPopulate, Populate } from './query-model.ts'

export const DEEP = '**'

const NOTHING_BESIDE = { limit: '', off: [], entries: [], asWritten: [] } as const

/**
 * Null for a list of other names. `isWord`: whether `deep` is the word that plugins for Strapi have for it, and not the
 * name of an attribute.
 */
export function readEverything(texts: readonly string[], isWord: boolean): Populate | null {
  const [first = '', ...rest] = texts
  if (first === '*' && rest.length > 0) {
    const except = pathsLeftOut(rest)
    return except === null || except.some((path) => path.includes('.')) ? null : { kind: 'all', except }
  }
  const isDeep = first === DEEP || (first === 'deep' && isWord)
  if (!isDeep) return null
  const [levels = ''] = first === DEEP ? [] : rest
  const isCounted = /^\d+$/.test(levels)
  const except = pathsLeftOut(isCounted ? rest.slice(1) : rest)
  if (except === null) return null
  return { kind: 'deep', levels: isCounted ? levels : '', except, ...NOTHING_BESIDE }
}

/** Without their marks; null if a name has none. */
function pathsLeftOut(texts: readonly string[]): readonly string[] | null {
  const paths = texts.map(pathLeftOut)
  return paths.every((path) => path !== null) ? [...new Set(paths)] : null
}

export function pathLeftOut(text: string): string | null {
  return /^-[^\s,*$[\]]+$/.test(text) ? text.slice(1) : null
}

/** Reads `populate[**]`. Null for values that the server would refuse. */
export function readLevels(value: RawValue): Pick<DeepPopulate, 'levels' | 'limit'> | null {
  if (!isRawObject(value)) return typeof value === 'string' ? numbered(value, '') : null
  const { levels = 'true', pagination, ...unknown } = value
  if (Object.keys(unknown).length > 0 || typeof levels !== 'string' || !isRawObject(pagination)) return null
  const { limit, ...others } = pagination
  return typeof limit === 'string' && limit !== '' && Object.keys(others).length === 0 ? numbered(levels, limit) : null
}

function numbered(levels: string, limit: string): Pick<DeepPopulate, 'levels' | 'limit'> | null {
  if (levels === 'true') return { levels: '', limit }
  return /^\d+$/.test(levels) ? { levels, limit } : null
}
