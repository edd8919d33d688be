import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { Limits } from './limits.ts'

const MEANING: Record<keyof Limits, string> = {
  urlLength: 'The URL is longer than %d bytes',
  parameters: 'The query string has more than %d parameters',
  nesting: 'A parameter name has more than %d levels of brackets',
  listLength: 'A list has more than %d values',
  queryValues: 'The query has more than %d values',
  filterDepth: 'The filters are nested more than %d levels deep',
  filterConditions: 'The filters have more than %d comparisons',
  filterRelations: 'The filters and sorts pass through more than %d relations',
  searchedText: 'The texts that the filters and _q search for are longer than %d characters together',
  sortKeys: 'The sort has more than %d keys',
  fallbackLocales: 'The locale names more than %d locales to fall back on',
  groupKeys: 'There are more than %d keys to group by',
  measures: 'More than %d sums, averages and other measures are requested',
  facets: 'More than %d facets are requested',
  searchWords: 'The search has more than %d words',
  populateDepth: 'The populate is more than %d levels deep',
  populateListDepth: 'The populate has more than %d lists nested inside each other',
  agentResult: 'The result is longer than %d characters',
  batchQueries: 'The batch has more than %d queries',
  populateNodes: 'The populate names more than %d attributes',
  deepLevels: 'populate[**] goes more than %d levels deep',
  populatedRows: 'The populated lists have more than %d rows together',
  answerSize: 'The response is longer than %d characters; request fewer entries, fields or populated attributes',
  bodySize: 'The body is larger than %d bytes',
  bodyDepth: 'The body is nested more than %d levels deep',
  listItems:
    'The lists of the body have more than %d items together (components, relations, files); send them in several requests',
  uploadFiles: 'The upload has more than %d files',
  watchers: 'There are %d live responses already, please try again later',
  watchedQuestions: 'There are live responses of %d different queries already, please try again later',
  watchedSize: 'The response is longer than %d characters, which is too long for a live response',
  watchSeconds: 'The live response has been open for %d seconds',
  exports: 'More than %d exports are running',
  exportSeconds: 'The export takes longer than %d seconds; export a part of the list with filters',
}

/** Limits with their own error code, because HTTP has a status for them. */
const CODES: Partial<Record<keyof Limits, ErrorCode>> = {
  urlLength: 'URL_TOO_LONG',
  bodySize: 'PAYLOAD_TOO_LARGE',
  answerSize: 'ANSWER_TOO_LARGE',
  watchers: 'WATCHERS_TOO_MANY',
  watchedQuestions: 'WATCHERS_TOO_MANY',
}

const BODY_LIMITS: readonly (keyof Limits)[] = ['batchQueries', 'bodySize', 'bodyDepth', 'listItems', 'uploadFiles']

/** The error names the limit, so that the operator can find the setting. */
export function limitExceeded(limit: keyof Limits, maximum: number): ApiError {
  return new ApiError(CODES[limit] ?? 'LIMIT_EXCEEDED', {
    message: MEANING[limit].replace('%d', String(maximum)),
    details: { limit, maximum, source: BODY_LIMITS.includes(limit) ? 'body' : 'query' },
  })
}

/** The same for a batch, whose queries share the limits of one request. */
export function limitExceededTogether(limit: keyof Limits, maximum: number): ApiError {
  const { code, message, details } = limitExceeded(limit, maximum)
  return new ApiError(code, {
    message: `${message}, in all queries of the batch together`,
    details: { ...details, source: 'body', hint: 'Send some of the queries separately, or in another batch' },
  })
}

/**
 * Converting a JSON body to a query string repeats the names on the path to each value, which can make it longer than
 * the body.
 */
export function namesTooLong(maximum: number): ApiError {
  const { code, details } = limitExceeded('bodySize', maximum)
  return new ApiError(code, {
    message: `The names that lead to the values of the query are longer than ${maximum} bytes together`,
    details,
  })
}

/** `list`: the path of the list that exceeded the limit. */
export function tooManyRows(list: string, maximum: number): ApiError {
  const { code, message, details } = limitExceeded('populatedRows', maximum)
  return new ApiError(code, {
    message: `${message}: ${list} goes beyond it`,
    details: {
      ...details,
      param: 'populate',
      path: list,
      hint: 'Each list inside another multiplies the rows: leave it out, filter it, or ask for fewer entries with pagination[pageSize]',
    },
  })
}
