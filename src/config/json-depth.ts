/** The nesting depth of a JSON text. Works for texts that are not valid JSON, too. */
export function jsonDepth(text: string): number {
  let [depth, deepest] = [0, 0]
  for (let position = 0; position < text.length; position++) {
    const sign = text[position]
    if (sign === '"') position = endOfString(text, position)
    else if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++depth)
    else if (sign === ']' || sign === '}') depth--
  }
  return deepest
}

function endOfString(text: string, start: number): number {
  let position = start + 1
  while (position < text.length && text[position] !== '"') position += text[position] === '\\' ? 2 : 1
  return position
}
