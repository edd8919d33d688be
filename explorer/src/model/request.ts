/** The URL of a request ↔ the content type and its query. */

import { DEFAULT_LIMITS } from '../../../src/config/limits.ts'
import { parseQueryString } from '../../../src/request/parse-query-string.ts'
import type { RawObject, RawParams } from '../../../src/request/raw-params.ts'
import { type Groups, readGroups, writeGroups } from './groups.ts'
import { EMPTY, type QueryModel } from './query-model.ts'
import { readParams } from './read-query.ts'
import { type DescribedType, type Description, namesFrom } from './schema.ts'
import { writeParams } from './write-params.ts'
import { toParams } from './write-query.ts'

export interface RequestModel {
  readonly type: DescribedType
  /** The entry that is requested, where it is only one. */
  readonly documentId: string | null
  /** Groups of entries, in place of the entries themselves (extension `aggregates`). */
  readonly groups: Groups | null
  readonly query: QueryModel
}

export function newRequest(type: DescribedType): RequestModel {
  return { type, documentId: null, groups: null, query: EMPTY }
}

const AGGREGATE = 'actions/aggregate'

export function writeRequest(request: RequestModel, prefix: string): string {
  const { type, documentId, groups } = request
  const entry = documentId === null || documentId === '' ? '' : `/${encodeURIComponent(documentId)}`
  const text = writeParams(paramsOf(request))
  return `${prefix}/${type.name}${groups === null ? entry : `/${AGGREGATE}`}${text === '' ? '' : `?${text}`}`
}

export function paramsOf({ groups, query }: RequestModel): RawObject {
  return { ...(groups === null ? {} : writeGroups(groups)), ...toParams(query) }
}

/** Null if the builder cannot show it: another path, or an invalid query string. */
export function readRequest(url: string, description: Description): RequestModel | null {
  const [path = '', ...rest] = url.split('?')
  const { prefix, types } = description
  if (!path.toLowerCase().startsWith(`${prefix.toLowerCase()}/`)) return null
  const [name = '', documentId, ...more] = path
    .slice(prefix.length + 1)
    .replace(/\/$/, '')
    .split('/')
  const type = types.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (type === undefined || documentId === '' || (documentId !== undefined && type.kind === 'singleType')) return null
  const params = paramsIn(rest.join('?'))
  if (params === null) return null
  const names = namesFrom(description, type.uid)
  if (more.length > 0) {
    if ([documentId, ...more].join('/') !== AGGREGATE) return null
    const { groups, rest: others } = readGroups(params)
    return { type, documentId: null, groups, query: readParams(others, names) }
  }
  const id = documentId === undefined ? null : decoded(documentId)
  return id === undefined ? null : { type, documentId: id, groups: null, query: readParams(params, names) }
}

/** Null for a query string that the server would refuse. */
function paramsIn(text: string): RawParams | null {
  try {
    return parseQueryString(text, DEFAULT_LIMITS)
  } catch {
    return null
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Pasted text → path and query string: without the host, the method, and quotes around it. */
export function tidyUrl(text: string): string {
  const bare = text
    .trim()
    .replace(/^(?:GET|curl)\s+/i, '')
    .replace(/^(['"])(.*)\1$/s, '$2')
    .replaceAll(/\s*\n\s*/g, '')
    .replace(/^https?:\/\/[^/?]*/i, '')
  // Two slashes would be the start of another host.
  return `/${bare.replace(/^[/\\]+/, '')}`
}
