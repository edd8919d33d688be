/** A name and a password → the user they belong to. */

import { isTrue, type Reader } from '../auth/reader.ts'
import { ApiError } from '../errors/api-error.ts'
import { bind, literal, sql } from '../sql/sql.ts'
import type { Credentials } from './credentials.ts'
import type { MayBe } from './login-limit.ts'
import { isPassword } from './password.ts'

export interface LoginRules {
  /** Whether logging in with a password is switched on. */
  passwordLogin(): Promise<boolean>
  /** Whether users must have confirmed their address. */
  emailConfirmation(): Promise<boolean>
}

/** Stands for unknown names, which must take as long as others; ids of users begin with 1. */
const NO_ACCOUNT = 0

/** Gives the id of the user. A wrong name and a wrong password are refused alike, after the same time. */
export async function checkCredentials(
  credentials: Credentials,
  reader: Reader,
  rules: LoginRules,
  mayBe: MayBe,
): Promise<number> {
  if (!(await rules.passwordLogin())) throw refused('This provider is disabled')
  const found = await findAccount(reader, credentials.identifier)
  const isAllowed = await mayBe(found?.id ?? NO_ACCOUNT)
  const account = isAllowed ? found : null
  if (!(await isPassword(credentials.password, account?.password ?? null)) || account === null) {
    throw new ApiError('LOGIN_INVALID')
  }
  // Only after the password: the state of an account must not be revealed to others.
  if (!account.confirmed && (await rules.emailConfirmation())) throw refused('Your account email is not confirmed')
  if (account.blocked) throw refused('Your account has been blocked by an administrator')
  return account.id
}

interface Account {
  readonly id: number
  readonly password: string | null
  readonly confirmed: boolean
  readonly blocked: boolean
}

async function findAccount(reader: Reader, identifier: string): Promise<Account | null> {
  const email = bind(identifier.toLowerCase())
  // An address comes first: a user cannot shadow another by taking their address as a name.
  const [row] = await reader.rows(
    sql`select "id", "password", "confirmed", "blocked" from "up_users" where "provider" = ${literal('local')} and ("email" = ${email} or "username" = ${bind(identifier)}) order by case when "email" = ${email} then 0 else 1 end, "id" limit 1`,
  )
  if (row === undefined) return null
  const [id, password, confirmed, blocked] = row
  return {
    id: Number(id),
    password: typeof password === 'string' ? password : null,
    confirmed: isTrue(confirmed),
    blocked: isTrue(blocked),
  }
}

function refused(message: string): ApiError {
  return new ApiError('LOGIN_REFUSED', { message })
}
