/** `fields` and `sort`: read by the server's own parsers, so that every form it takes is taken here. */

import { parseFields } from '../../../src/parse/parse-fields.ts'
import { parseSort } from '../../../src/parse/parse-sort.ts'
import type { RawValue } from '../../../src/request/raw-params.ts'
import { NO_EXTENSIONS } from '../../../src/vocabulary/extensions.ts'
import type { SortKey } from './query-model.ts'

/** Undefined for what the server would refuse. */
export function readFields(raw: RawValue | undefined): readonly string[] | null | undefined {
  try {
    const fields = parseFields(raw)
    return fields === null ? null : [...new Set(fields)]
  } catch {
    return undefined
  }
}

/** Undefined for what the server would refuse, or what has another meaning in the form that the builder writes. */
export function readSort(raw: RawValue | undefined): readonly SortKey[] | undefined {
  try {
    const keys = parseSort(raw, 'sort', NO_EXTENSIONS)
    if (keys.some(({ path }) => path.some((name) => name === '' || /[.,:]|^\s|\s$/.test(name)))) return undefined
    return keys.map(({ path, direction }) => ({ path: path.join('.'), direction }))
  } catch {
    return undefined
  }
}
