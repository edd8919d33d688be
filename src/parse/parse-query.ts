/** Raw params → ParsedQuery: the parsers, in the order in which Strapi reports errors. */

import type { Limits } from '../config/limits.ts'
import type { DepthPlugin, Profile } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { missingValueHint } from '../errors/missing-value.ts'
import { asFlag, isRawObject, type RawParams, type RawValue } from '../request/raw-params.ts'
import { type Extensions, extensionHint } from '../vocabulary/extensions.ts'
import { extendedHint } from './extended-parameters.ts'
import { measure } from './measure.ts'
import { parameterHint } from './parameter-hints.ts'
import { parseFields } from './parse-fields.ts'
import { parseFilters } from './parse-filters.ts'
import { parseLevels } from './parse-levels.ts'
import { type LocaleForm, parseLocale } from './parse-locale.ts'
import { parsePopulate } from './parse-populate.ts'
import { invalidSearch, type ParsedSearch, parseSearch } from './parse-search.ts'
import { parseSort } from './parse-sort.ts'
import { type ParsedQuery, PUBLICATION_FILTERS, type PublicationFilter, type Status } from './parsed-query.ts'
import { refuseUnknown } from './unknown-parameters.ts'

export interface QueryForm extends LocaleForm {
  /** `api.rest.strictParams`: unknown parameters are errors. */
  readonly strictParams: boolean
  /** Strapi checks only the names of parameters, not the keys inside `pagination`. */
  readonly profile: Profile
  readonly depthPlugin: DepthPlugin | null
}

export function parseQuery(params: RawParams, form: QueryForm, limits: Limits): ParsedQuery {
  const publication = parsePublication(params)
  if (form.strictParams) refuseUnknown(params, form.extensions)
  if (form.strictParams && form.profile !== 'strapi') refuseUnknownPaging(params.pagination, form.extensions)
  const query: ParsedQuery = {
    filters: parseFilters(params.filters, 'filters', form.extensions),
    filtersLocale: isRawObject(params.filters) && 'locale' in params.filters,
    sort: parseSort(params.sort, 'sort', form.extensions),
    fields: parseFields(params.fields),
    populate: parsePopulate(params.populate, form),
    levels: parseLevels(params, form.depthPlugin),
    locale: parseLocale(params.locale, form),
    status: parseStatus(params.status),
    publication,
    search: parseLiteral(params._q, form),
    words: parseWords(params._q, form, limits),
    relative: form.extensions.on.has('dates') && [params.filters, params.populate].some(mentionsNow),
  }
  return measure(query, limits)
}

/** For a text attribute such a value is plain text: that is known later. */
function mentionsNow(raw: RawValue | undefined): boolean {
  if (typeof raw === 'string') return raw.startsWith('$now') || raw.startsWith('$today')
  return typeof raw === 'object' && raw !== null && Object.values(raw).some(mentionsNow)
}

const PAGING: ReadonlySet<string> = new Set(['page', 'pageSize', 'start', 'limit', 'withCount'])

/** `meta.pagination` has these, too, and front ends send all of it back with another `page`. */
const PAGING_OF_RESPONSES: ReadonlySet<string> = new Set(['pageCount', 'total'])

/** `pagination[pagesize]=5` would be a page of the default size. */
function refuseUnknownPaging(pagination: RawValue | undefined, extensions: Extensions): void {
  refuseFlatPaging(pagination)
  if (!isRawObject(pagination)) return
  const unknown = Object.keys(pagination).find((key) => !PAGING.has(key) && !PAGING_OF_RESPONSES.has(key))
  if (unknown === undefined) return
  const hint = parameterHint(unknown, pagination[unknown])
  const written = [extendedHint(unknown, extensions), hint]
  const meant = written.find((each) => each?.startsWith('Write pagination['))
  const otherwise = `Write ${[...PAGING].map((key) => `pagination[${key}]`).join(', ')}`
  throw invalidKey({
    key: unknown,
    path: 'pagination',
    param: 'pagination',
    candidates: PAGING,
    hint: meant,
    otherwise,
  })
}

/** `pagination=5`, and `pagination=[object Object]`, which URLSearchParams writes. */
function refuseFlatPaging(pagination: RawValue | undefined): void {
  if (isRawObject(pagination) || pagination === undefined || pagination === null || pagination === '') return
  const isSize = typeof pagination === 'string' && /^\d{1,6}$/.test(pagination)
  throw new ApiError('PARAM_SHAPE', {
    message: 'Invalid pagination parameter. Expected an object',
    details: {
      source: 'query',
      param: 'pagination',
      ...(isSize ? { hint: `Write pagination[pageSize]=${pagination}` } : {}),
    },
  })
}

function parseStatus(raw: RawValue | undefined): Status {
  if (raw === undefined) return 'published'
  if (raw === 'draft' || raw === 'published') return raw
  const received = typeof raw === 'string' ? raw : JSON.stringify(raw)
  throw new ApiError('VALUE_INVALID', {
    message: `Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${received}`,
    details: { source: 'query', param: 'status', hint: statusHint(raw === null ? '' : received) },
  })
}

/** Strapi 4 wrote `publicationState=preview`, and `live`. */
const STATUSES: ReadonlyMap<string, Status> = new Map([
  ['preview', 'draft'],
  ['live', 'published'],
])

function statusHint(received: string): string {
  const meant = STATUSES.get(received.toLowerCase()) ?? didYouMean(received, ['draft', 'published'])
  if (meant !== null) return `Did you mean ${meant}?`
  if (received === '') return 'Leave status out for published entries'
  const forMissing = missingValueHint(received, 'leave status out for published entries')
  if (forMissing !== undefined) return forMissing
  return 'A response has drafts or published entries, not both: write status=draft, or leave status out for published entries'
}

function parsePublication(params: RawParams): PublicationFilter | null {
  const raw = params.publicationFilter
  // Checked beside the newer spelling too, which wins.
  const older = parseHasPublishedVersion(params.hasPublishedVersion)
  if (raw === undefined || raw === null) return older
  const known = PUBLICATION_FILTERS.find((value) => value === raw)
  if (known !== undefined) return known
  throw new ApiError('VALUE_INVALID', {
    message: `Invalid value for 'publicationFilter'. Expected one of: ${PUBLICATION_FILTERS.join(', ')}.`,
    details: { source: 'query', param: 'publicationFilter' },
  })
}

/** The older spelling of two publication filters. */
function parseHasPublishedVersion(raw: RawValue | undefined): PublicationFilter | null {
  if (raw === undefined || raw === null) return null
  const flag = asFlag(raw)
  if (flag === undefined || raw === '1' || raw === '0' || raw === 't' || raw === 'f') {
    throw new ApiError('VALUE_INVALID', {
      message: "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string.",
    })
  }
  return flag ? 'has-published-version-document' : 'never-published-document'
}

/** With the extension `search`, an object is parsed elsewhere. */
function parseLiteral(raw: RawValue | undefined, { extensions }: QueryForm): string | null {
  if (raw === undefined || raw === null || raw === '') return null
  if (typeof raw === 'string') return raw
  if (isRawObject(raw) && extensions.on.has('search')) return null
  const hint = isRawObject(raw) ? extensionHint('search', extensions) : undefined
  throw new ApiError('PARAM_SHAPE', {
    message: 'Invalid _q parameter. Expected a string',
    details: { source: 'query', param: '_q', ...(hint === undefined ? {} : { hint }) },
  })
}

function parseWords(raw: RawValue | undefined, { extensions, single }: QueryForm, limits: Limits): ParsedSearch | null {
  if (!isRawObject(raw) || !extensions.on.has('search')) return null
  if (single) throw invalidSearch('_q', 'Lists are searched, single entries are not')
  return parseSearch(raw, limits)
}
