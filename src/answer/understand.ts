/** Raw params → what this caller may ask of this type. */

import type { Caller } from '../access/caller.ts'
import { authorizeDrafts } from '../access/drafts.ts'
import { checkQuery } from '../check/check-query.ts'
import type { Query } from '../check/query.ts'
import { parseQuery } from '../parse/parse-query.ts'
import type { RawParams } from '../request/raw-params.ts'
import type { ContentType } from '../schema/schema.ts'
import type { App } from './app.ts'

export interface Question {
  readonly params: RawParams
  readonly type: ContentType
  /** Whether it is about one entry, in one locale. */
  readonly single: boolean
  readonly caller: Caller
  /** Of the project; whoever asks has read it, once. */
  readonly defaultLocale: string | null
  /** A caller who may write drafts may not be allowed to see them: the response hides them instead. */
  readonly writes?: true
}

export function understand(question: Question, app: App): Query {
  const { params, type, single, caller, defaultLocale, writes = false } = question
  const { rest, limits, strictDocuments } = app.settings
  const parsed = parseQuery(params, { strictParams: rest.strictParams, strict: strictDocuments, single }, limits)
  // Publication filters tell which entries have a draft, and whether it is newer.
  const asksForDrafts = parsed.status === 'draft' || parsed.publication !== null
  authorizeDrafts(caller, type, asksForDrafts && !writes, rest.drafts)
  return checkQuery(parsed, type, {
    view: { schema: app.schema, caller },
    profile: rest.profile,
    drafts: rest.drafts,
    limits,
    defaultLocale,
  })
}
