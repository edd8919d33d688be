/** An error of the server → the control that caused it. */

import type { Control } from './control.ts'
import { controlsOf } from './error-controls.ts'
import type { RequestModel } from './request.ts'
import type { Description } from './schema.ts'

export interface ServerError {
  readonly status: number
  readonly name: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Null when no control of the builder caused it. */
export function locateError(error: ServerError, request: RequestModel, description: Description): string | null {
  if (error.status === 401) return 'token'
  if (error.status === 404) return request.documentId === null ? null : 'documentId'
  if (error.status !== 400) return null
  const { param } = error.details
  const section = sectionOf(error)
  const controls = controlsOf(request.query, request.type.uid, description)
  const best = mostLikely(controls, error, typeof param === 'string' ? param.split('[')[0] : undefined)
  if (best !== null) return best
  return request.query.asWritten.some(({ key }) => key === section) ? `as-written/${section}` : section
}

function mostLikely(controls: readonly Control[], error: ServerError, param: string | undefined): string | null {
  const scored = controls
    .filter((control) => param === undefined || control.param === param)
    .map((control) => ({ control, score: likelihood(control, error) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  return scored[0]?.control.address ?? null
}

function likelihood({ keys, paths, values, type }: Control, { message, details }: ServerError): number {
  const { key, path = null } = details
  const isThere = typeof path === 'string' || path === null ? paths.includes(path) : false
  if (typeof key === 'string') return keys.includes(key) ? (isThere ? 3 : 1) : 0
  const isQuoted = values.some((value) => message.includes(JSON.stringify(value)))
  if (typeof path === 'string') return isThere && values.length > 0 ? (isQuoted ? 3 : 2) : 0
  // The words about dates and times say nothing of where they stood.
  return type !== null && mentions(message, type) ? 2 : 0
}

const FORMATS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/yyyy-MM-dd|Invalid date/, ['date']],
  [/HH:mm/, ['time']],
  [/timestamp or an ISO date/, ['datetime', 'timestamp']],
]

function mentions(message: string, type: string): boolean {
  return FORMATS.some(([words, types]) => words.test(message) && types.includes(type))
}

const LIMITED: Readonly<Record<string, string>> = {
  filterDepth: 'filters',
  filterConditions: 'filters',
  filterRelations: 'filters',
  searchedText: 'filters',
  sortKeys: 'sort',
  populateDepth: 'populate',
  populateListDepth: 'populate',
  populateNodes: 'populate',
  deepLevels: 'populate',
  fallbackLocales: 'locale',
  facets: 'facets',
  groupKeys: 'by',
  measures: 'count',
}

const PAGE_PARTS: Readonly<Record<string, string>> = {
  'pagination[page]': 'pagination/from',
  'pagination[start]': 'pagination/from',
  'pagination[start][after]': 'pagination/from',
  'pagination[start][before]': 'pagination/from',
  'pagination[pageSize]': 'pagination/size',
  'pagination[limit]': 'pagination/size',
  'pagination[withCount][by]': 'facets',
  'pagination[withCount][byOthers]': 'facets',
}

/** The part of the builder that the error speaks of. */
function sectionOf({ name, message, details }: ServerError): string | null {
  const { param, limit } = details
  if (typeof limit === 'string') return LIMITED[limit] ?? null
  if (typeof param === 'string') return PAGE_PARTS[param] ?? param.split('[')[0] ?? null
  if (name === 'PaginationError' || message.includes('withCount')) return 'pagination'
  return /\b(fields|filters|sort|populate|locale|publicationFilter)\b/.exec(message)?.[1] ?? orderOrNone(message)
}

function orderOrNone(message: string): string | null {
  return message.startsWith('Invalid order') ? 'sort' : null
}
