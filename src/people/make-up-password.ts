import { randomInt } from 'node:crypto'

/** Without the characters that look like one another. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const MADE_UP_LENGTH = 20

export function makeUpPassword(): string {
  return Array.from({ length: MADE_UP_LENGTH }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('')
}
