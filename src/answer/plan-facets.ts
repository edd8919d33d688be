/** Plans the facets of a list by the same stages as the list. */

import { checkFacets } from '../check/check-facets.ts'
import type { Query } from '../check/query.ts'
import type { ParsedFacet } from '../parse/parse-facets.ts'
import { planKey } from '../plan/plan-aggregate.ts'
import { planRows } from '../plan/plan-read.ts'
import type { Condition, PlannedFacet } from '../plan/read-plan.ts'
import { isRawObject } from '../request/raw-params.ts'
import type { App } from './app.ts'
import { parseAndCheck, type SentQuery, thisMinute } from './prepare.ts'

/** `query`: the checked form of `asked`. */
export function planFacets(
  parsed: readonly ParsedFacet[],
  asked: SentQuery,
  query: Query,
  app: App,
): readonly PlannedFacet[] {
  const { type, caller } = asked
  const { profile, extensions } = app.settings.rest
  const view = { schema: app.schema, caller }
  const facets = checkFacets(parsed, type, { view, profile, extensions, now: thisMinute(), param: 'pagination' })
  return facets.map(({ without, ...key }) => ({
    key: planKey(key, type, { ...query, tables: app.tables }),
    condition: without === null ? null : conditionWithout(without, asked, app),
  }))
}

/** The conditions of the list without its filter on this attribute; null if it has no such filter. */
function conditionWithout(name: string, asked: SentQuery, app: App): Condition | null {
  const { filters } = asked.params
  if (!isRawObject(filters) || !(name in filters)) return null
  const { [name]: _own, ...others } = filters
  return planRows(parseAndCheck({ ...asked, params: { ...asked.params, filters: others } }, app), null, app.tables)
}
