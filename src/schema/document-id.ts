/** Identifiers of documents: 24 small letters and digits, the first a letter. */

import { randomInt } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const CHARACTERS = `${LETTERS}0123456789`
const LENGTH = 24
const FORM = new RegExp(`^[${CHARACTERS}]{${LENGTH}}$`)

export function newDocumentId(): string {
  const rest = Array.from({ length: LENGTH - 1 }, () => pick(CHARACTERS))
  return pick(LETTERS) + rest.join('')
}

/** Whether a text has the form of one. */
export const isDocumentId = (text: string): boolean => FORM.test(text)

const pick = (characters: string): string => characters.charAt(randomInt(characters.length))
