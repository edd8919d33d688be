/** ParsedQuery and the visible schema → Query. The checks are in Strapi's order. */

import { typesWithoutDrafts } from '../access/drafts.ts'
import { type VisibleSchema, visibleAttributes } from '../access/visible-schema.ts'
import type { Limits } from '../config/limits.ts'
import { MINUTE } from '../config/minute.ts'
import type { DraftRule, Profile } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { comparisonsIn, soughtIn } from '../parse/measure.ts'
import type { PageSizes } from '../parse/parse-nested-page.ts'
import type { ParsedLocale, ParsedQuery } from '../parse/parsed-query.ts'
import type { ContentType, ScalarAttribute, ScalarType } from '../schema/schema.ts'
import type { Extensions } from '../vocabulary/extensions.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import { checkFields } from './check-fields.ts'
import { type CheckContext, checkFilter } from './check-filter.ts'
import { checkPopulate } from './check-populate.ts'
import { checkSearch, type SearchSetup } from './check-search.ts'
import { BY_SCORE, checkRootSort } from './check-sort.ts'
import { measurePopulate, populatedIn } from './measure-populate.ts'
import { populateLevels } from './populate-levels.ts'
import type { Filter, LocaleChoice, Query } from './query.ts'

export interface CheckSettings {
  readonly view: VisibleSchema
  readonly profile: Profile
  readonly limits: Limits
  readonly pages: PageSizes
  readonly drafts: DraftRule
  /** Null if the project has no default locale: then queries are not limited to a locale. */
  readonly defaultLocale: string | null
  readonly extensions: Extensions
  /** Undefined if the type is not searchable. */
  readonly search: SearchSetup | undefined
  /** The start of the current minute, for relative dates, in milliseconds since 1970. */
  readonly now: number
  /** Whether the response has no `data` around it. */
  readonly bare: boolean
}

export function checkQuery(parsed: ParsedQuery, type: ContentType, settings: CheckSettings): Query {
  const { view, profile, extensions, now } = settings
  const contextOf = (param: string): CheckContext => ({ view, profile, extensions, now, param })
  const filter = parsed.filters === null ? null : checkFilter(parsed.filters, type, contextOf('filters'))
  const search = parsed.words === null ? null : checkSearch(parsed.words, type, view, settings.search)
  const sort = checkRootSort(parsed.sort, type, contextOf('sort'), search !== null)
  const fields = checkFields(parsed.fields, type, contextOf('fields'))
  const written = checkPopulate(parsed.populate, type, contextOf('populate'), settings)
  const populate = populateLevels(parsed.levels, type, contextOf('pLevel'), settings.limits) ?? written
  const selection = measurePopulate({ model: type, fields, populate }, settings.limits)
  return {
    type,
    filter: parsed.search === null ? filter : both(filter, searchFilter(parsed.search, type, view)),
    search,
    sort: search !== null && sort.length === 0 ? [BY_SCORE] : sort,
    selection,
    locale: chooseLocale(parsed, type, settings.defaultLocale),
    status: parsed.status,
    publication: parsed.publication,
    withoutDrafts: typesWithoutDrafts(view, settings.drafts),
    until: parsed.relative ? now + MINUTE : null,
    size: { comparisons: comparisonsIn(parsed), sought: soughtIn(parsed), populated: populatedIn(selection) },
  }
}

/** `filters[locale]` replaces the locale parameter and the default locale. */
function chooseLocale(parsed: ParsedQuery, type: ContentType, defaultLocale: string | null): LocaleChoice {
  if (!type.localized) return { kind: 'any' }
  if (parsed.filtersLocale) return refuseFallback(parsed.locale)
  return resolveLocale(parsed.locale, defaultLocale)
}

function refuseFallback({ kind }: ParsedLocale): LocaleChoice {
  if (kind !== 'first') return { kind: 'any' }
  throw new ApiError('VALUE_INVALID', {
    message:
      'Invalid parameters: locale[$first] chooses the locale, and so does filters[locale]. Leave one of them out',
    details: { source: 'query', param: 'locale' },
  })
}

function resolveLocale(locale: ParsedLocale, defaultLocale: string | null): LocaleChoice {
  switch (locale.kind) {
    case 'default':
      return defaultLocale === null ? { kind: 'any' } : { kind: 'codes', codes: [defaultLocale] }
    case 'every':
      return { kind: 'any' }
    case 'codes':
    case 'first':
      return locale
  }
}

const NOT_SEARCHED: ReadonlySet<string> = new Set(['documentId', 'locale'])

function isSearched(type: ScalarType): boolean {
  return valueKind(type) === 'choice' || (valueKind(type) === 'text' && type !== 'password')
}

/** `_q`: a literal text, searched in all texts that the caller may see. */
function searchFilter(text: string, type: ContentType, view: VisibleSchema): Filter {
  const searched = visibleAttributes(view, type).filter(
    (attribute): attribute is ScalarAttribute =>
      attribute.kind === 'scalar' &&
      attribute.searchable &&
      isSearched(attribute.type) &&
      !NOT_SEARCHED.has(attribute.name),
  )
  return {
    kind: 'or',
    items: searched.map((attribute) => ({ kind: 'test', attribute, test: { kind: 'contains', text, fold: true } })),
  }
}

function both(first: Filter | null, second: Filter): Filter {
  return first === null ? second : { kind: 'and', items: [first, second] }
}
