/** Rows that are selected only by version and locale: their count is stored and need not be computed. */

import { LOCALE, PUBLISHED_AT } from './columns.ts'
import { itemsOf } from './conditions.ts'
import type { Condition } from './read-plan.ts'

export interface VersionRows {
  /** Null: published ones and drafts. */
  readonly published: boolean | null
  /** Null: of every locale, and of none. */
  readonly locales: readonly string[] | null
}

/** Null where the condition asks for more. */
export function versionRowsOf(condition: Condition): VersionRows | null {
  const items = itemsOf(condition).filter((item) => !isAlways(item))
  const published = items.flatMap((item) => publishedIn(item) ?? [])
  const locales = items.flatMap((item) => localesIn(item) ?? [])
  if (published.length + locales.length < items.length || published.length > 1 || locales.length > 1) return null
  return { published: published[0] ?? null, locales: locales[0]?.codes ?? null }
}

function isAlways(condition: Condition): boolean {
  return condition.kind === 'constant' && condition.holds
}

/** True for a test that selects published rows, false for drafts, null for other tests. */
export function publishedIn(condition: Condition): boolean | null {
  if (condition.kind !== 'test' || condition.column.name !== PUBLISHED_AT.name) return null
  return condition.test.kind === 'isNull' ? condition.negated : null
}

function localesIn(condition: Condition): { readonly codes: readonly string[] } | null {
  if (condition.kind !== 'test' || condition.column.name !== LOCALE.name || condition.negated) return null
  const { test } = condition
  const values = test.kind === 'eq' ? [test.value] : test.kind === 'in' ? test.values : []
  const codes = values.filter((value) => typeof value === 'string' && value !== '').map(String)
  return codes.length > 0 && codes.length === values.length ? { codes } : null
}
