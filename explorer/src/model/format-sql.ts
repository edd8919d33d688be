/** One long line of SQL → lines that people can read. Texts and quoted names stay as they are. */

const WORDS =
  /\b(?:select|from|where|left join|cross join|join|order by|group by|limit|union all|on true)\b|'(?:[^']|'')*'|"(?:[^"]|"")*"|[()]|[^\s()'"]+|\s+/gi
const BREAKS = /^(?:select|from|where|left join|cross join|join|order by|group by|limit|union all)$/i

export function formatSql(sql: string): string {
  let depth = 0
  let text = ''
  /** Whether each open bracket contains a subquery. */
  const nested: boolean[] = []
  const tokens = sql.match(WORDS) ?? []
  for (const [index, token] of tokens.entries()) {
    if (token === '(') {
      const isStatement = /^select$/i.test(tokens[index + 1] ?? '')
      nested.push(isStatement)
      depth += isStatement ? 1 : 0
      text += token
    } else if (token === ')') {
      const wasStatement = nested.pop() === true
      depth -= wasStatement ? 1 : 0
      text = wasStatement ? `${text.trimEnd()}\n${'  '.repeat(depth)})` : `${text}${token}`
    } else if (BREAKS.test(token) && nested.at(-1) !== false) {
      text = text === '' ? token : `${text.trimEnd()}\n${'  '.repeat(depth)}${token}`
    } else {
      text += token
    }
  }
  return text
}
