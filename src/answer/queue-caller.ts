/** Identifies the caller for fair queues from the request alone: a user, a token, or an address. */

import { bearerOf } from '../auth/bearer.ts'
import { claimedUser } from '../auth/jwt.ts'
import { networkOf } from '../people/network.ts'
import type { HttpRequest } from '../request/http-request.ts'

/**
 * A user with many logins is one caller, and ignored credentials (`Authorization: Basic …`) count as none: sending
 * other headers must not get a client more turns. Nothing is verified here, since wrong credentials are refused before
 * any queue.
 */
export function queueCaller({ headers, address = '' }: Pick<HttpRequest, 'headers' | 'address'>): string {
  const bearer = bearerOf(headers.authorization)
  if (bearer === null) return networkOf(address)
  const user = claimedUser(bearer)
  return user === null ? bearer : `user ${user}`
}
