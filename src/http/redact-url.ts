/** A request target as it may be written to a log. */

/** Parameter names, or parts of names in brackets, whose values are secret: by what they contain, and by the whole name. */
const SECRET_NAME =
  /token|jwt|passw|passphrase|passcode|secret|authori[sz]ation|credential|signature|(?:api|access|private|sas)key|^(?:key|pass|pwd?|auth|bearer|sig|otp|session|sessionid|sid)$/

const LONGEST_LOGGED = 2_048

export function redactUrl(url: string): string {
  const query = url.indexOf('?')
  const shown =
    query === -1
      ? url
      : `${url.slice(0, query)}?${url
          .slice(query + 1)
          .split('&')
          .map(redactPair)
          .join('&')}`
  // Node does not decode bytes above ASCII; some of them are control characters for a terminal.
  const printable = shown.slice(0, LONGEST_LOGGED).replace(/[^\x20-\x7e]/g, encodeURIComponent)
  return shown.length > LONGEST_LOGGED ? `${printable}…` : printable
}

function redactPair(pair: string): string {
  const equals = pair.indexOf('=')
  if (equals === -1 || !isSecret(pair.slice(0, equals))) return pair
  return `${pair.slice(0, equals)}=[redacted]`
}

function isSecret(name: string): boolean {
  return decoded(name)
    .toLowerCase()
    .split(/[[\].]/)
    .some((part) => SECRET_NAME.test(part.replaceAll(/[-_]/g, '')))
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}
