/** `fields` and `sort`: read by the server's own parsers, so that every form it takes is taken here. */

import { parseFields } from '../../../src/parse/parse-fields.ts'
import { parseSort } from '../../../src/parse/parse-sort.ts'
import type { RawValue } from '../../../src/request/raw-params.ts'
import type { Extensions } from '../../../src/vocabulary/extensions.ts'
import { type SortKey, sortKey } from './query-model.ts'

/** Undefined for what the server would refuse. */
export function readFields(raw: RawValue | undefined): readonly string[] | null | undefined {
  try {
    const fields = parseFields(raw)
    return fields === null ? null : [...new Set(fields)]
  } catch {
    return undefined
  }
}

/** Read as if the extension were on: a server without it refuses the request itself. */
const SORTING: Extensions = { on: new Set(['sorting']), hints: false }

/** Undefined for what the server would refuse, or what has another meaning in the form that the builder writes. */
export function readSort(raw: RawValue | undefined): readonly SortKey[] | undefined {
  try {
    const keys = parseSort(raw, 'sort', SORTING)
    if (keys.some(({ path, seed }) => path.some(isMisread) || (seed !== null && isMisread(seed)))) return undefined
    return keys.map(({ path, direction, fold, nulls, seed }) => {
      return sortKey(path.join('.'), { direction, fold, nulls: nulls ?? '', seed })
    })
  } catch {
    return undefined
  }
}

function isMisread(name: string): boolean {
  return /[.,:]|^\s|\s$/.test(name)
}
