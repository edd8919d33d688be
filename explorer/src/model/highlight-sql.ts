/** SQL in parts that a page gives colours. */

export interface SqlPart {
  readonly kind: 'keyword' | 'text' | 'name' | 'number' | 'bound' | 'plain'
  readonly text: string
}

const KEYWORDS =
  'select|from|where|and|or|not|in|is|null|as|on|left|inner|join|order|by|asc|desc|limit|offset|group|having|union|all|exists|case|when|then|else|end|with|materialized|over|between|like|escape|collate|distinct|nulls|first|last|lateral|cross|true|false|filter|within'

const PARTS = new RegExp(
  [
    `(?<text>'(?:[^']|'')*')`,
    `(?<name>"(?:[^"]|"")*")`,
    String.raw`(?<bound>\?|\$\d+)`,
    String.raw`(?<number>\b\d+(?:\.\d+)?\b)`,
    String.raw`(?<keyword>\b(?:${KEYWORDS})\b)`,
  ].join('|'),
  'gi',
)

export function highlightSql(sql: string): readonly SqlPart[] {
  const parts: SqlPart[] = []
  let end = 0
  for (const match of sql.matchAll(PARTS)) {
    if (match.index > end) parts.push({ kind: 'plain', text: sql.slice(end, match.index) })
    parts.push({ kind: kindOf(match.groups ?? {}), text: match[0] })
    end = match.index + match[0].length
  }
  if (end < sql.length) parts.push({ kind: 'plain', text: sql.slice(end) })
  return parts
}

const KINDS = ['text', 'name', 'bound', 'number', 'keyword'] as const

function kindOf(groups: Readonly<Record<string, string | undefined>>): SqlPart['kind'] {
  return KINDS.find((kind) => groups[kind] !== undefined) ?? 'plain'
}
