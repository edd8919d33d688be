import { type Algorithm, createSigner } from 'fast-jwt'
import type { Secrets } from '../config/settings.ts'

/** A signed token for a user. */
export type IssueJwt = (userId: number) => string

/** `lifetime`: milliseconds. */
export function createIssueJwt({ jwtSecret, jwtAlgorithm }: Secrets, lifetime: number): IssueJwt {
  // Made at the first login: a project that only verifies may have the public half of a key alone.
  let sign: ((payload: { readonly id: number }) => string) | null = null
  return (userId) => {
    if (jwtSecret === null || jwtSecret === '') throw new Error('nobody can log in: JWT_SECRET is not set')
    sign ??= createSigner({ key: jwtSecret, algorithm: jwtAlgorithm as Algorithm, expiresIn: lifetime })
    return sign({ id: userId })
  }
}
