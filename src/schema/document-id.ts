/** Identifiers of documents: 24 small letters and digits, the first a letter. */

import { randomInt } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const CHARACTERS = `${LETTERS}0123456789`
const LENGTH = 24

export function newDocumentId(): string {
  const rest = Array.from({ length: LENGTH - 1 }, () => pick(CHARACTERS))
  return pick(LETTERS) + rest.join('')
}

const pick = (characters: string): string => characters.charAt(randomInt(characters.length))
