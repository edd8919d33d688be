/** Signed tokens of users. */

import { createPublicKey } from 'node:crypto'
import { type Algorithm, createDecoder, createVerifier } from 'fast-jwt'
import { ProjectError } from '../config/problem.ts'
import type { Secrets } from '../config/settings.ts'

interface UserClaim {
  readonly userId: number
  /** Milliseconds since 1970; null if the token never expires. */
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

/** The user that a token names, without any verification; null if it is not the token of a user. */
export function claimedUser(token: string): number | null {
  // Most tokens are API tokens, which have no dots. Decoding them would throw, which costs more than all the rest.
  if (!token.includes('.')) return null
  const payload = verified(decode, token)
  return payload === undefined ? null : (claimOf(payload)?.userId ?? null)
}

/** Either key of a pair is enough: the public key is derived from the private one. */
function currentKey({ jwtSecret, jwtAlgorithm, jwtPublicKey, jwtPrivateKey }: Secrets): string | null {
  return isShared(jwtAlgorithm) ? jwtSecret : (jwtPublicKey ?? jwtPrivateKey ?? jwtSecret)
}

/** HMAC: the same secret signs and verifies. */
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

/**
 * The payload is `{ id }`, or `{ userId, type: 'access' }` where Strapi's sessions are in use. Refresh tokens grant
 * nothing.
 */
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
