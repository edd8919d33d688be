/** The caller for fair queues, from the request alone: a user, a token, or an address. */

import { bearerOf } from '../auth/bearer.ts'
import { claimedUser } from '../auth/jwt.ts'
import { networkOf } from '../people/network.ts'
import type { HttpRequest } from '../request/http-request.ts'

/**
 * A user with a hundred logins is one caller, and credentials that are ignored (`Authorization: Basic …`) count as none:
 * another header must not get a client more turns. Nothing is verified, since wrong credentials are refused before any queue.
 */
export function queueCaller({ headers, address = '' }: Pick<HttpRequest, 'headers' | 'address'>): string {
  const bearer = bearerOf(headers.authorization)
  if (bearer === null) return networkOf(address)
  const user = claimedUser(bearer)
  return user === null ? bearer : `user ${user}`
}
