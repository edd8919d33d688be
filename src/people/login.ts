/** Logging in, all of it: the limit, the password, the token. */

import type { Reader } from '../auth/reader.ts'
import { checkCredentials, type LoginRules } from './check-credentials.ts'
import type { Credentials } from './credentials.ts'
import type { IssueJwt } from './issue-jwt.ts'
import type { LoginLimit } from './login-limit.ts'

interface LoggedIn {
  readonly jwt: string
  readonly userId: number
}

/** `address`: where the request came from. */
export type Login = (credentials: Credentials, address: string) => Promise<LoggedIn>

export interface LoginParts {
  readonly reader: Reader
  readonly rules: LoginRules
  readonly issue: IssueJwt
  readonly limit: LoginLimit
}

export function createLogin({ reader, rules, issue, limit }: LoginParts): Login {
  return async (credentials, address) => {
    const attempt = { address, identifier: credentials.identifier }
    const userId = await limit.attempt(attempt, (mayBe) => checkCredentials(credentials, reader, rules, mayBe))
    return { jwt: issue(userId), userId }
  }
}
