/** Users, keys and roles, as the command line changes them. Each change is one transaction. */

export interface People {
  /** For people: which database. */
  readonly database: string
  /** Sentences on what was done to open the database. */
  readonly notices: readonly string[]
  users(): Promise<readonly User[]>
  createUser(user: NewUser): Promise<CreatedUser>
  /** Users are named by address, name or id. */
  setPassword(who: string, password: string): Promise<User>
  /** A user who is blocked cannot log in, and the tokens that they have are refused. */
  setBlocked(who: string, blocked: boolean): Promise<UserChange>
  deleteUser(who: string): Promise<User>
  createToken(token: NewToken): Promise<CreatedToken>
  tokens(): Promise<readonly Token[]>
  /** By name or id. */
  revokeToken(nameOrId: string): Promise<Token>
  roles(): Promise<readonly ListedRole[]>
  createRole(name: string, description: string): Promise<Role>
  /** `to`: the role that its users get; without one, a role that users have is not deleted. */
  deleteRole(role: string, to: string | null): Promise<DeletedRole>
  allow(role: string, actions: readonly string[]): Promise<RoleChange>
  deny(role: string, actions: readonly string[]): Promise<RoleChange>
  close(): Promise<void>
}

export interface User {
  readonly id: number
  readonly username: string
  readonly email: string
  /** The name of their role on the command line; null without a role. */
  readonly role: string | null
  readonly blocked: boolean
  readonly confirmed: boolean
}

export interface UserChange {
  readonly user: User
  /** False: it was already so. */
  readonly changed: boolean
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
  /** The actions of a custom token; `api::article.article.*` for all actions of a type. */
  readonly actions: readonly string[]
  /** Null: never expires. */
  readonly days: number | null
}

export interface CreatedToken {
  /** Shown once; only its hash is stored. */
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
  /** Its name on the command line. */
  readonly type: string
  readonly users: number
  readonly actions: readonly string[]
}

export interface ListedRole extends Role {
  /** Its actions without effect in Lectern, such as registering. */
  readonly withoutEffect: readonly string[]
}

export interface DeletedRole {
  readonly name: string
  readonly type: string
  /** How many users were moved, and to which role. */
  readonly moved: number
  readonly to: string | null
}

export interface RoleChange {
  /** Name of the role. */
  readonly role: string
  readonly changed: readonly string[]
  /** The part of the change that was already in effect. */
  readonly unchanged: readonly string[]
}
