/** Populate as a list of paths, in both notations. */

import type { Pair } from '../query-pairs.ts'

/** For `populate=author.account,tags` and `populate[0]=author.account`. */
export function namesPaths({ keys: [root, index = '', ...more], value }: Pair): boolean {
  return root === 'populate' && /^\d*$/.test(index) && more.length === 0 && value !== '*'
}

export function pathsOf({ value }: Pair): readonly string[] {
  return (value ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
}

/** Sorted, so that `author` comes before `author.account`: in Strapi, it would replace that otherwise. */
export const populating = (paths: readonly string[]): readonly Pair[] =>
  [...new Set(paths)].sort().map((value, at) => ({ keys: ['populate', String(at)], value }))

/** For `populate[0]=author.account` and `populate[author][populate][0]=account.role`. */
export function isIndexedPath({ keys, value }: Pair): boolean {
  const [list, index = ''] = keys.slice(-2)
  return keys[0] === 'populate' && list === 'populate' && /^\d*$/.test(index) && !/^\*$|,/.test(value ?? '')
}

export function isInSameList(one: Pair, other: Pair): boolean {
  return isIndexedPath(other) && one.keys.slice(0, -1).join('[') === other.keys.slice(0, -1).join('[')
}
