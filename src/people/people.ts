/** Users, keys and roles, as the command line changes them. Each change is one transaction. */

export interface People {
  /** For people: which database. */
  readonly database: string
  /** What was done to open it that somebody should know of. */
  readonly notices: readonly string[]
  createUser(user: NewUser): Promise<CreatedUser>
  createToken(token: NewToken): Promise<CreatedToken>
  tokens(): Promise<readonly Token[]>
  /** By name or id. */
  revokeToken(nameOrId: string): Promise<Token>
  roles(): Promise<readonly Role[]>
  allow(role: string, actions: readonly string[]): Promise<RoleChange>
  deny(role: string, actions: readonly string[]): Promise<RoleChange>
  close(): Promise<void>
}

export interface NewUser {
  readonly email: string
  /** Null: the same as the address. */
  readonly username: string | null
  readonly password: string
  /** Type or name of the role. */
  readonly role: string
}

export interface CreatedUser {
  readonly email: string
  readonly username: string
  /** Its name. */
  readonly role: string
}

export const TOKEN_TYPES = ['read-only', 'full-access', 'custom'] as const
export type TokenType = (typeof TOKEN_TYPES)[number]

export interface NewToken {
  readonly name: string
  readonly type: TokenType
  /** Of a custom one; `api::article.article.*` for all of a type. */
  readonly actions: readonly string[]
  /** Null: for ever. */
  readonly days: number | null
}

export interface CreatedToken {
  /** Known to nobody but whoever is given it now. */
  readonly key: string
  /** Milliseconds, or null. */
  readonly expires: number | null
}

export interface Token {
  readonly id: number
  readonly name: string
  readonly type: string
  /** Milliseconds, or null. */
  readonly expires: number | null
  readonly lastUsed: number | null
}

export interface Role {
  readonly name: string
  /** What it is called on the command line. */
  readonly type: string
  readonly users: number
  readonly actions: readonly string[]
}

export interface RoleChange {
  /** Name of the role. */
  readonly role: string
  readonly changed: readonly string[]
  /** What was so before. */
  readonly unchanged: readonly string[]
}
