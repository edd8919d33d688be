/**
 * Passwords: stored as bcrypt hashes, compared in a time that does not reveal whether the account has one.
 * Bcrypt is loaded by the first of them: most processes see none.
 */

import { randomInt } from 'node:crypto'
import { refusal } from '../config/problem.ts'

/** The same as in Strapi. */
const ROUNDS = 10
const SHORTEST = 8
/** Bcrypt ignores further bytes. */
const LONGEST_BYTES = 72

/** Without the characters that look like one another. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GENERATED_LENGTH = 20

export function generatePassword(): string {
  return Array.from({ length: GENERATED_LENGTH }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('')
}

export async function hashPassword(password: string): Promise<string> {
  if ([...password].length < SHORTEST) throw refusal(`A password needs at least ${SHORTEST} characters.`)
  if (Buffer.byteLength(password) > LONGEST_BYTES) throw refusal(`A password has at most ${LONGEST_BYTES} bytes.`)
  const { hash } = await import('bcrypt')
  return hash(password, ROUNDS)
}

/** The hash of random bytes: compared for accounts without a password, so that the response takes as long. */
const DUMMY_HASH = '$2b$10$Rq.Hd5bYox/cq5JtNrAcO.jb6mH55C5nKJ9miplhHrsTxMK0Ni1oe'

const HASH = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/

export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const known = stored !== null && HASH.test(stored) ? stored : null
  // `$2y$` is what PHP calls `$2b$`.
  const { compare } = await import('bcrypt')
  const matches = await compare(password, (known ?? DUMMY_HASH).replace(/^\$2y/, '$$2b'))
  return known !== null && matches
}
