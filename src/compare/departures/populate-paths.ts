/** Populate as a list of paths, in whichever form it is written. */

import type { Pair } from '../query-pairs.ts'

/** `populate=author.account,tags` and `populate[0]=author.account`. */
export function namesPaths({ keys: [root, index = '', ...more], value }: Pair): boolean {
  return root === 'populate' && /^\d*$/.test(index) && more.length === 0 && value !== '*'
}

export function pathsOf({ value }: Pair): readonly string[] {
  return (value ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
}

/** The beginning of a path comes before it: in Strapi, it would replace the path. */
export const populating = (paths: readonly string[]): readonly Pair[] =>
  [...new Set(paths)].sort().map((value, at) => ({ keys: ['populate', String(at)], value }))

/** `populate[0]=author.account`. */
export function isIndexedPath(pair: Pair): boolean {
  return namesPaths(pair) && pair.keys.length === 2 && !(pair.value ?? '').includes(',')
}
