/**
 * Chooses the rows of a document that a response may show: draft or published, in which locale, and which of them pass the
 * publication filter.
 */

import type { LocaleChoice, Query } from '../check/query.ts'
import type { PublicationFilter, Status } from '../parse/parsed-query.ts'
import type { ContentType, Model } from '../schema/schema.ts'
import { type Tables, tableOf } from '../tables/tables.ts'
import { LOCALE, PUBLISHED_AT } from './columns.ts'
import { ALWAYS, allOf, NEVER, test } from './conditions.ts'
import type { Condition, OtherVersion } from './read-plan.ts'

export type StatusChoice = Pick<Query, 'status' | 'withoutDrafts'>

export type VersionChoice = StatusChoice & Pick<Query, 'publication'>

/** Types without Draft & Publish have one version, and `published_at` says nothing there. */
export function ofStatus(model: Model, choice: StatusChoice): Condition {
  if (model.kind === 'component' || !model.draftAndPublish) return ALWAYS
  return test(PUBLISHED_AT, { kind: 'isNull' }, statusOf(model, choice) === 'published')
}

/** Drafts that the caller may not see do not exist: only what is published can be shown of such a type. */
function statusOf({ uid }: Model, { status, withoutDrafts }: StatusChoice): Status {
  return withoutDrafts.has(uid) ? 'published' : status
}

/** The condition on version and publication for rows of a type, at the root and populated. */
export function shownVersions(model: Model, choice: VersionChoice, tables: Tables): Condition {
  const status = ofStatus(model, choice)
  if (status === ALWAYS || choice.publication === null || model.kind === 'component') return status
  return allOf([status, ofPublication(choice.publication, choice, model, tables)])
}

/** `shown`: the rows of the type that a response may show, in whichever locale. */
export function inLocale(locale: LocaleChoice, type: ContentType, shown: Condition, tables: Tables): Condition {
  if (locale.kind === 'any') return ALWAYS
  const [only, ...others] = locale.codes
  if (only === undefined) return NEVER
  if (locale.kind === 'first' && others.length > 0) {
    const { table } = tableOf(tables, type.uid)
    return { kind: 'firstLocale', choice: { table, codes: locale.codes, among: shown } }
  }
  return test(LOCALE, others.length === 0 ? { kind: 'eq', value: only } : { kind: 'in', values: locale.codes })
}

/** The truth table of publication filters; a pair is a draft and a published row of one document and locale. */
function ofPublication(filter: PublicationFilter, choice: StatusChoice, type: ContentType, tables: Tables): Condition {
  const { table } = tableOf(tables, type.uid)
  const draft = statusOf(type, choice) === 'draft'
  const has = (other: Omit<OtherVersion, 'table'>, exists = true): Condition => {
    if (!other.published && choice.withoutDrafts.has(type.uid)) return exists ? NEVER : ALWAYS
    return { kind: 'version', version: { table, ...other }, exists }
  }
  const pair = { published: draft, sameLocale: true, updated: null }
  const document = { published: draft, sameLocale: false, updated: null }
  switch (filter) {
    case 'never-published':
      return draft ? has(pair, false) : NEVER
    case 'has-published-version':
      return has(pair)
    case 'modified':
      return has({ ...pair, updated: draft ? 'after' : 'before' })
    case 'unmodified':
      return has({ ...pair, updated: draft ? 'notAfter' : 'notBefore' })
    case 'never-published-document':
      return draft ? has(document, false) : NEVER
    case 'has-published-version-document':
      return has(document)
    case 'published-without-draft':
      return draft ? NEVER : has(pair, false)
    case 'published-with-draft':
      return draft ? NEVER : has(pair)
  }
}
