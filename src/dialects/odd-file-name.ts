/**
 * `file:content.db`, `sqlite:content.db`, `localhost:5432/site` and `:memory:`: as file names, they would make a new and empty database of
 * that name. A drive of Windows has one letter. What is written is not repeated: it may contain a password.
 */
const ODD = /^(?::memory:$|[a-z][\w+.-]+:(?!\/\/))/i

export function oddFileName(text: string): string | null {
  if (!ODD.test(text)) return null
  if (/^:memory:$/i.test(text)) return 'A database in memory is not supported: give a file name.'
  return 'This is no file name. Give the path of the file alone, or ./ before a name with a colon; for a server, postgresql://user:password@host:5432/name.'
}
