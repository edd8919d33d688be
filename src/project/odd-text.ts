/** Probable mistakes in the text of a schema file: letters damaged by a wrong encoding, and duplicate keys. */

import { encodingProblem } from '../config/encoding-problem.ts'

/** A sentence for each. `bytes`: of a file that is valid JSON. */
export function oddities(bytes: Uint8Array): readonly { readonly path: string | null; readonly message: string }[] {
  const encoding = encodingProblem(bytes)
  const twice = repeatedKeys(new TextDecoder().decode(bytes)).map((path) => ({ path, message: TWICE }))
  return encoding === null ? twice : [{ path: null, message: encoding }, ...twice]
}

const TWICE = 'This name is there twice. The last one counts.'

/** Texts, and what gives an object its structure. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g

interface Level {
  readonly keys: Set<string> | null
  readonly path: string
  /** In an object: the name whose value comes next. */
  key: string
}

function repeatedKeys(text: string): readonly string[] {
  const repeated: string[] = []
  const levels: Level[] = [{ keys: null, path: '', key: '' }]
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1)
    if (level === undefined) return repeated
    if (token === '{' || token === '[') {
      levels.push({ keys: token === '{' ? new Set() : null, path: below(level), key: '' })
    } else if (token === '}' || token === ']') levels.pop()
    else if (token === ':' && level.keys !== null) {
      level.key = String(JSON.parse(last))
      if (level.keys.has(level.key)) repeated.push(below(level))
      level.keys.add(level.key)
    }
    last = token
  }
  return repeated
}

const below = ({ path, key }: Level) => [path, key].filter((part) => part !== '').join('.')
