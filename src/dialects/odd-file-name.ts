/**
 * Texts that look like a URL or an address: `file:content.db`, `sqlite:content.db`, `localhost:5432/site`, `127.0.0.1:5432`, `:memory:`.
 * Taken for file names, they would create a new, empty database. A single letter before the colon is a Windows drive.
 * Messages do not repeat the text, because it may contain a password.
 */
const ODD = /^(?::memory:$|[a-z][\w+.-]+:(?!\/\/)|[\d.]+:\d+(?:\/|$))/i

/** `--database postgres`: it would create a file of this name. */
const ENGINE = /^(?:(?:better-)?sqlite3?|postgres(?:ql)?|pg|mysql2?|mariadb|mongodb)$/i

export function engineName(text: string): string | null {
  if (!ENGINE.test(text)) return null
  return 'This is the name of a database engine. Give the path of a file, or postgresql://user:password@host:5432/name; write ./ before a file of this name.'
}

export function oddFileName(text: string): string | null {
  if (!ODD.test(text)) return null
  if (/^:memory:$/i.test(text)) return 'A database in memory is not supported: give a file name.'
  return 'This is not a file name. Give the path of the file alone, or ./ before a name with a colon; for a server, postgresql://user:password@host:5432/name.'
}
