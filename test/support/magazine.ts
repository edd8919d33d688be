/** The recorded project, and direct access to its database for expected values. */

import { readFileSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { createSigner } from 'fast-jwt'
import { type Lectern, openProject, type Profile } from '../../src/index.ts'
import { type Asker, askerOf, type Headers } from './ask.ts'
import { fixture } from './fixture.ts'

type Scalar = string | number | null

export interface Magazine extends Asker {
  readonly lectern: Lectern
  /** Rows of the database as objects. */
  rows(sql: string, ...values: readonly Scalar[]): readonly Readonly<Record<string, Scalar>>[]
  /** The first column of each row. */
  column(sql: string, ...values: readonly Scalar[]): readonly Scalar[]
  close(): Promise<void>
}

export function serveMagazine(profile: Profile): Promise<Lectern> {
  return openProject({ project: fixture('magazine'), database: fixture('magazine.sqlite'), profile, env: {} })
}

export async function openMagazine(profile: Profile = 'contract'): Promise<Magazine> {
  const lectern = await serveMagazine(profile)
  const connection = new BetterSqlite3(fixture('magazine.sqlite'), { readonly: true })
  return {
    lectern,
    ...askerOf(lectern),
    rows: (sql, ...values) => connection.prepare(sql).all(...values) as Readonly<Record<string, Scalar>>[],
    column: (sql, ...values) =>
      connection
        .prepare(sql)
        .pluck()
        .all(...values) as Scalar[],
    close: async () => {
      connection.close()
      await lectern.close()
    },
  }
}

/** The API tokens of the recorded project. */
export const TOKENS = JSON.parse(readFileSync(fixture('tokens.json'), 'utf8')) as Record<
  'read-only' | 'full-access',
  string
>

export const AS_READ_ONLY: Headers = { authorization: `Bearer ${TOKENS['read-only']}` }
export const AS_FULL_ACCESS: Headers = { authorization: `Bearer ${TOKENS['full-access']}` }
/** A user with the role "authenticated", who may also find memos. */
export const AS_USER: Headers = { authorization: `Bearer ${createSigner({ key: 'jwtsecret' })({ id: 1 })}` }

/** SQL: articles in a list without parameters, which are published and in the default locale. */
export const shown = (articles: string) => `${articles}.published_at is not null and ${articles}.locale = 'en'`
export const SHOWN = shown('articles')
