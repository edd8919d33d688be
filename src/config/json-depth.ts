/** How deep the brackets of a JSON text go. Also of texts that turn out not to be JSON. */
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
