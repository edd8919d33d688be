/** The parts of a line that are needed to replace it. */

import { CannotPull } from './cannot-pull.ts'

export interface CopiedEntry {
  readonly text: string
  readonly id: number
  /** The same for all versions of one document, or of one of its locales. */
  readonly key: string
  readonly updatedAt: string | null
}

interface Line {
  readonly id?: number
  readonly documentId?: string
  readonly locale?: string | null
  readonly updatedAt?: string | null
}

/** `where`: the file or URL it is from, for messages. */
export function copiedEntry(text: string, where: string, byLocale: boolean): CopiedEntry {
  const line = parsed(text, where)
  const { id, documentId, updatedAt, locale } = line
  if (id === undefined || documentId === undefined) throw lacking(where, 'documentId')
  if (updatedAt === undefined) throw lacking(where, 'updatedAt')
  if (byLocale && locale === undefined) throw lacking(where, 'locale')
  return { text, id, updatedAt, key: byLocale ? `${documentId} ${locale}` : documentId }
}

function parsed(text: string, where: string): Line {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line === 'object' && line !== null) return line
  } catch {
    // The error is thrown below.
  }
  throw new CannotPull(`${where} has lines that are not JSON objects. Pull everything, without --changes.`)
}

function lacking(where: string, name: string): CannotPull {
  const others = name === 'locale' ? 'leave the locales out of the URL' : 'leave fields out'
  return new CannotPull(
    `${where} has an entry without ${name}, which --changes needs to find newer entries. Add ${name} to fields, or ${others}, and pull everything once.`,
  )
}
