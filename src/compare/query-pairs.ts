/** A query string as a list of pairs, for analysis and rewriting. */

export interface Pair {
  /** `filters[author][name]` becomes `['filters', 'author', 'name']`. */
  readonly keys: readonly string[]
  /** Null for a name without `=`. */
  readonly value: string | null
}

export function pairsOf(path: string): readonly Pair[] {
  const mark = path.indexOf('?')
  if (mark === -1) return []
  return path
    .slice(mark + 1)
    .split('&')
    .filter((part) => part !== '')
    .map(toPair)
}

/** The same path with other parameters. */
export function withPairs(path: string, pairs: readonly Pair[]): string {
  const bare = pathOnly(path)
  return pairs.length === 0 ? bare : `${bare}?${pairs.map(toText).join('&')}`
}

export function pathOnly(path: string): string {
  const mark = path.indexOf('?')
  return mark === -1 ? path : path.slice(0, mark)
}

function toPair(part: string): Pair {
  const equals = part.indexOf('=')
  const name = decode(equals === -1 ? part : part.slice(0, equals))
  const [root = '', ...nested] = name.split('[')
  return {
    keys: [root, ...nested.map((key) => (key.endsWith(']') ? key.slice(0, -1) : key))],
    value: equals === -1 ? null : decode(part.slice(equals + 1)),
  }
}

function toText({ keys: [root = '', ...nested], value }: Pair): string {
  const name = [encodeURIComponent(root), ...nested.map((key) => `[${encodeURIComponent(key)}]`)].join('')
  return value === null ? name : `${name}=${encodeURIComponent(value)}`
}

/** Invalid percent-encoding is left as it is. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
