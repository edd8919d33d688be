/** Raw params → what this caller may ask of this type. */

import type { Caller } from './access/caller.ts'
import type { App } from './app.ts'
import { checkQuery } from './check/check-query.ts'
import type { Query } from './check/query.ts'
import { parseQuery } from './parse/parse-query.ts'
import type { RawParams } from './request/raw-params.ts'
import type { ContentType } from './schema/schema.ts'

export interface Question {
  readonly params: RawParams
  readonly type: ContentType
  /** Whether it is about one entry, in one locale. */
  readonly single: boolean
  readonly caller: Caller
}

export async function understand({ params, type, single, caller }: Question, app: App): Promise<Query> {
  const { rest, limits, strictDocuments } = app.settings
  const parsed = parseQuery(params, { strictParams: rest.strictParams, strict: strictDocuments, single }, limits)
  const defaultLocale = await app.stored.defaultLocale()
  return checkQuery(parsed, type, {
    view: { schema: app.schema, caller },
    profile: rest.profile,
    limits,
    defaultLocale,
  })
}
