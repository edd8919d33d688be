/** The rows of locales, and the setting that says which one is the default. */

import type { Reader } from '../auth/reader.ts'
import { refusal } from '../config/problem.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { type ChangeContext, insertEntry, needTables } from '../people/change-context.ts'
import { locked } from '../sql/locked.ts'
import { bind, literal, sql } from '../sql/sql.ts'
import { assign, deleteWhere, insertRow, returning, updateWhere } from '../sql/write-rows.ts'
import { CORE_STORE, DEFAULT_LOCALE_KEY } from '../tables/service-tables.ts'

export interface LocaleRow {
  readonly code: string
  readonly name: string
}

export async function localeRows(reader: Reader): Promise<readonly LocaleRow[]> {
  needTables(reader, 'i18n_locale')
  const rows = await reader.rows(sql`select "code", "name" from "i18n_locale" where "code" is not null order by "id"`)
  return rows.map(([code, name]) => ({ code: String(code), name: String(name ?? code) }))
}

/** Locks the locales until the transaction ends. */
export async function lockLocales(context: ChangeContext): Promise<readonly LocaleRow[]> {
  needTables(context, 'i18n_locale')
  await context.rows(locked(sql`select "id" from "i18n_locale" order by "id"`, context))
  return localeRows(context)
}

export function knownLocale(rows: readonly LocaleRow[], code: string): LocaleRow {
  const found = rows.find((row) => row.code === code)
  if (found !== undefined) return found
  const codes = rows.map((row) => row.code)
  const near = didYouMean(code, codes)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  throw refusal(`There is no locale "${code}".${hint} There are: ${codes.join(', ')}.`)
}

export async function insertLocale(context: ChangeContext, { code, name }: LocaleRow): Promise<void> {
  await insertEntry(context, 'i18n_locale', { name: context.stored(name, 'text'), code: context.stored(code, 'text') })
}

export async function deleteLocale(context: ChangeContext, code: string): Promise<void> {
  await context.rows(deleteWhere('i18n_locale', sql`"code" = ${bind(code)}`))
}

export async function storeDefault(context: ChangeContext, code: string): Promise<void> {
  needTables(context, CORE_STORE)
  const value = bind(JSON.stringify(code))
  const key = literal(DEFAULT_LOCALE_KEY)
  const changed = await context.rows(returning(updateWhere(CORE_STORE, assign({ value }), sql`"key" = ${key}`), 'id'))
  if (changed.length > 0) return
  await context.rows(insertRow(CORE_STORE, assign({ key, value, type: literal('string') })))
}
