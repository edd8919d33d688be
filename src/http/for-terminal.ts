/**
 * Text for a terminal: names in a database and errors of other servers may have been written by strangers, who could control
 * it, or have it show something else. Line breaks, tabs and colours of our own stay.
 */
export function forTerminal(text: string): string {
  return text.replace(STYLE_OR_CONTROL, (found) => (found.length > 1 ? found : '\ufffd'))
}

/** Styles; control characters; and marks that turn the direction of all that follows. */
const STYLE_OR_CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: styles begin with the escape character
  /\u001b\[(?:1|2|22|3[1-6]|39)m|[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu
