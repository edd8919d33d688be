/** Signed tokens of users. */

import { createPublicKey } from 'node:crypto'
import { type Algorithm, createDecoder, createVerifier } from 'fast-jwt'
import { ProjectError } from '../config/problem.ts'
import type { Secrets } from '../config/settings.ts'

interface UserClaim {
  readonly userId: number
  /** Milliseconds; null when the token never expires. */
  readonly expires: number | null
}

/** The user of a token; null unless it is signed with the project's secret and currently valid. */
export type VerifyJwt = (token: string) => UserClaim | null

/** The current secret and previous ones: after a rotation, tokens of users who are logged in stay valid. */
export function createVerifyJwt(secrets: Secrets): VerifyJwt {
  const { jwtAlgorithm, previousJwtSecrets } = secrets
  const keys = [currentKey(secrets) ?? '', ...previousJwtSecrets].filter((key) => key !== '')
  const verifiers = keys.map((key) => verifierOf(key, jwtAlgorithm))
  return (token) => {
    for (const verify of verifiers) {
      const payload = verified(verify, token)
      if (payload !== undefined) return claimOf(payload)
    }
    return null
  }
}

const decode = createDecoder()

/** The user that a token names; null where it is not the token of a user. Nothing is verified. */
export function claimedUser(token: string): number | null {
  // Most tokens are not of users: an error for each of them would cost more than the rest of this.
  if (!token.includes('.')) return null
  const payload = verified(decode, token)
  return payload === undefined ? null : (claimOf(payload)?.userId ?? null)
}

/** Either key of a pair is enough. */
function currentKey({ jwtSecret, jwtAlgorithm, jwtPublicKey, jwtPrivateKey }: Secrets): string | null {
  return isShared(jwtAlgorithm) ? jwtSecret : (jwtPublicKey ?? jwtPrivateKey ?? jwtSecret)
}

/** One secret signs and verifies. */
const isShared = (algorithm: string) => algorithm.startsWith('HS')

function verified(verify: (token: string) => unknown, token: string): unknown {
  try {
    return verify(token)
  } catch {
    return undefined
  }
}

function verifierOf(secret: string, algorithm: string): (token: string) => unknown {
  try {
    // Only the configured algorithm: a token must not choose how it is checked.
    return createVerifier({
      key: verificationKey(secret, algorithm),
      algorithms: [algorithm as Algorithm],
      cache: false,
    })
  } catch {
    const message = `The jwtSecret is not a key for ${algorithm}. Give a key that fits, or leave out jwt.algorithm for HS256.`
    throw new ProjectError([{ file: 'config/plugins', path: 'users-permissions.config', message }])
  }
}

/** Projects configure the key they sign with; with asymmetric algorithms only its public half can verify. */
function verificationKey(secret: string, algorithm: string): string {
  return isShared(algorithm) ? secret : createPublicKey(secret).export({ type: 'spki', format: 'pem' }).toString()
}

/** `{ id }`, or `{ userId, type: 'access' }` where sessions are in use; their refresh tokens open nothing. */
function claimOf(payload: unknown): UserClaim | null {
  if (typeof payload !== 'object' || payload === null) return null
  const { id, userId, type, exp } = payload as Readonly<Record<string, unknown>>
  if (type !== undefined && type !== 'access') return null
  const user = toId(type === 'access' ? (userId ?? id) : id)
  return user === null ? null : { userId: user, expires: typeof exp === 'number' ? exp * 1_000 : null }
}

function toId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}
