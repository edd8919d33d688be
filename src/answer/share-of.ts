/** The caller for fair queues, from the request alone: a user, a token, or an address. */

import { bearerOf } from '../auth/bearer.ts'
import { claimedUser } from '../auth/jwt.ts'
import { networkOf } from '../people/network.ts'
import type { HttpRequest } from '../request/http-request.ts'

/**
 * Credentials that are ignored (`Authorization: Basic …`) are, too, and a user who logs in a hundred times is one caller: nobody
 * gets more turns by another header. Wrong credentials never get as far as a queue, so that nothing is verified here.
 */
export function shareOf({ headers, address = '' }: Pick<HttpRequest, 'headers' | 'address'>): string {
  const bearer = bearerOf(headers.authorization)
  if (bearer === null) return networkOf(address)
  const user = claimedUser(bearer)
  return user === null ? bearer : `user ${user}`
}
