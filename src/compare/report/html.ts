/** HTML as texts that are either safe by construction or escaped. */

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

/** `code` in backticks, as docs/compatibility.md writes it. */
export function prose(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

const SECRET = /^(?:.*[-_])?(?:token|secret|password|api[-_]?key|signature)$/i

/** A path for people: brackets are readable, what looks like a credential is left out, and no more than fits. */
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

/** What would end the parameter stays encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(
      part.replaceAll(/%(?:26|23|3D|2B|25|0[0-9A-F]|1[0-9A-F])/gi, (code) => `%25${code.slice(1)}`),
    )
  } catch {
    return part
  }
}
