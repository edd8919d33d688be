import { type Algorithm, createSigner } from 'fast-jwt'
import type { Secrets } from '../config/settings.ts'

/** A signed token for a user. */
export type IssueJwt = (userId: number) => string

/** `lifetime`: milliseconds. */
export function createIssueJwt(secrets: Secrets, lifetime: number): IssueJwt {
  const { jwtSecret, jwtAlgorithm, jwtPrivateKey, jwtIssuer, jwtAudience } = secrets
  const key = jwtAlgorithm.startsWith('HS') ? jwtSecret : (jwtPrivateKey ?? jwtSecret)
  const origin = {
    ...(jwtIssuer === null ? {} : { iss: jwtIssuer }),
    ...(jwtAudience === null ? {} : { aud: typeof jwtAudience === 'string' ? jwtAudience : [...jwtAudience] }),
  }
  // Made at the first login: a project that only verifies may have the public half of a key alone.
  let sign: ((payload: { readonly id: number }) => string) | null = null
  return (userId) => {
    if (key === null || key === '') throw new Error('users cannot log in: JWT_SECRET is not set')
    sign ??= createSigner({ key, algorithm: jwtAlgorithm as Algorithm, expiresIn: lifetime, ...origin })
    return sign({ id: userId })
  }
}
