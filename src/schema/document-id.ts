/** Identifiers of documents: 24 small letters and digits, the first a letter. */

import { randomBytes } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const CHARACTERS = `${LETTERS}0123456789`
const LENGTH = 24
const FORM = new RegExp(`^[${CHARACTERS}]{${LENGTH}}$`)

/** Random bytes requested at a time, more than needed: some are rejected, and each request is expensive. */
const BYTES = 2 * LENGTH

export function newDocumentId(): string {
  let id = ''
  while (id.length < LENGTH) id = extended(id, randomBytes(BYTES))
  return id
}

function extended(begun: string, bytes: Uint8Array): string {
  let id = begun
  for (const byte of bytes) {
    if (id.length === LENGTH) break
    id += pick(id === '' ? LETTERS : CHARACTERS, byte)
  }
  return id
}

/** Nothing for the highest bytes, which would make the first characters likelier than the others. */
const pick = (characters: string, byte: number): string =>
  byte < 256 - (256 % characters.length) ? characters.charAt(byte % characters.length) : ''

/** Whether a text has the form of a documentId. */
export const isDocumentId = (text: string): boolean => FORM.test(text)
