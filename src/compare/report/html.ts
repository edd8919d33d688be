/** Escapes texts for HTML. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/** Converts backticks to `<code>`; the texts are those of docs/compatibility.md. */
export function prose(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

const SECRET = /^(?:.*[-_])?(?:token|secret|password|api[-_]?key|signature)$/i

/** A readable path: brackets are decoded, likely credentials are removed, and a long path is shortened. */
export function readable(path: string, longest = 400): string {
  const text = withoutSecrets(path)
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

function withoutSecrets(path: string): string {
  const [bare = '', query] = splitOnce(path, '?')
  if (query === undefined) return bare
  const parts = query.split('&').map((part) => {
    const [name = '', value] = splitOnce(part, '=')
    return value !== undefined && SECRET.test(name) ? `${name}=…` : decoded(part)
  })
  return `${bare}?${parts.join('&')}`
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Characters that would end the parameter stay encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(
      part.replaceAll(/%(?:26|23|3D|2B|25|0[0-9A-F]|1[0-9A-F])/gi, (code) => `%25${code.slice(1)}`),
    )
  } catch {
    return part
  }
}
