/** Secrets for a project that has none: random, written to its environment file, printed nowhere. */

import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import type { Environment } from '../config/project-config.ts'
import { readVariables } from '../config/read-variables.ts'
import type { Secrets } from '../config/settings.ts'
import { codeOf } from '../errors/code-of.ts'

const NEWLINE = 0x0a

/** Readable by its owner only. */
const OWNER_ONLY = 0o600

/** Whether the project lacks what tokens and users need. */
export function lacksSecrets({ apiTokenSalt, jwtSecret }: Secrets): boolean {
  return apiTokenSalt === null || jwtSecret === null
}

/**
 * Adds missing secrets to the file, and creates it if necessary. Variables that are set anywhere, even to an empty value,
 * are not changed. Returns the names that were written.
 */
export function writeSecrets(file: string, secrets: Secrets, environment: Environment): readonly string[] {
  const before = existsSync(file) ? readFileSync(file) : null
  const set = { ...(before === null ? {} : readVariables(before).values), ...environment }
  const names = wantedNames(secrets).filter((name) => set[name] === undefined)
  if (names.length === 0) return []
  const lines = names.map((name) => `${name}=${secretFor(name)}\n`).join('')
  if (before === null) createWhole(file, lines)
  else append(file, before.length === 0 || before.at(-1) === NEWLINE ? lines : `\n${lines}`)
  return names
}

/** Two that Lectern uses, and those that Strapi needs to start on the same folder. */
function wantedNames({ apiTokenSalt, jwtSecret }: Secrets): readonly string[] {
  return [
    ...(apiTokenSalt === null ? ['API_TOKEN_SALT'] : []),
    ...(jwtSecret === null ? ['JWT_SECRET'] : []),
    'ADMIN_JWT_SECRET',
    'TRANSFER_TOKEN_SALT',
    'APP_KEYS',
  ]
}

function secretFor(name: string): string {
  const secret = () => randomBytes(32).toString('base64url')
  return name === 'APP_KEYS' ? `${secret()},${secret()}` : secret()
}

/** The file appears complete: if two programs start at once, one creates it and both read it. */
function createWhole(file: string, text: string): void {
  const beside = `${file}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(beside, text, { flag: 'wx', mode: OWNER_ONLY })
    place(beside, file)
  } catch (error) {
    const isThere = codeOf(error) === 'EEXIST' && existsSync(file)
    if (!isThere) throw error
  } finally {
    rmSync(beside, { force: true })
  }
}

function place(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    // Some file systems do not support hard links.
    copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
}

function append(file: string, text: string): void {
  // First the file permissions, then the secrets.
  chmodSync(file, OWNER_ONLY)
  const { size } = statSync(file)
  try {
    appendFileSync(file, text)
  } catch (error) {
    // On a full disk: a secret that is cut off would be taken for a whole one, and could be guessed.
    truncateSync(file, size)
    throw error
  }
}
