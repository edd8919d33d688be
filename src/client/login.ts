import type { CallOptions } from './answers.ts'
import type { Credentials, User } from './client.ts'
import { send, type Transport } from './send.ts'

interface LoginAnswer {
  readonly jwt: string
  readonly user: User
}

/** `clientOf`: makes a client that sends the token. */
export async function login<C>(
  to: Transport,
  credentials: Credentials,
  clientOf: (token: string) => C,
  options?: CallOptions,
) {
  const { identifier, password } = credentials ?? {}
  const body = { identifier, password }
  const { jwt, user } = (await send({ method: 'POST', path: 'auth/local', body, options }, to)) as LoginAnswer
  return { jwt, user, client: clientOf(jwt) }
}
