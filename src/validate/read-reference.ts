import type { EntryReference } from './document-input.ts'

/** A number, or a text of digits, is an id; any other text a documentId. Null for anything else. */
export function readReference(value: unknown): EntryReference | null {
  const id = readId(value)
  if (id !== null) return { kind: 'id', id }
  return typeof value === 'string' && value !== '' && !DIGITS.test(value)
    ? { kind: 'document', documentId: value }
    : null
}

const DIGITS = /^\d+$/
/** What an id column holds. */
const LARGEST = 2_147_483_647

export function readId(value: unknown): number | null {
  const id = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= LARGEST ? id : null
}
