/** The URL of a request ↔ the content type and its query. */

import { EMPTY, type QueryModel } from './query-model.ts'
import { readQuery } from './read-query.ts'
import { type DescribedType, type Description, opensFrom } from './schema.ts'
import { writeQuery } from './write-query.ts'

export interface RequestModel {
  readonly type: DescribedType
  /** Of the one entry that is asked for. */
  readonly documentId: string | null
  readonly query: QueryModel
}

export function newRequest(type: DescribedType): RequestModel {
  return { type, documentId: null, query: EMPTY }
}

export function writeRequest({ type, documentId, query }: RequestModel, prefix: string): string {
  const entry = documentId === null || documentId === '' ? '' : `/${encodeURIComponent(documentId)}`
  const text = writeQuery(query)
  return `${prefix}/${type.name}${entry}${text === '' ? '' : `?${text}`}`
}

/** Null when the builder has no part in it: another path, or an unreadable query string. */
export function readRequest(url: string, description: Description): RequestModel | null {
  const [path = '', ...rest] = url.split('?')
  const { prefix, types } = description
  if (!path.toLowerCase().startsWith(`${prefix.toLowerCase()}/`)) return null
  const [name = '', documentId, ...more] = path
    .slice(prefix.length + 1)
    .replace(/\/$/, '')
    .split('/')
  const type = types.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (type === undefined || more.length > 0 || documentId === '') return null
  if (documentId !== undefined && type.kind === 'singleType') return null
  const query = readQuery(rest.join('?'), opensFrom(description, type.uid))
  const id = documentId === undefined ? null : decoded(documentId)
  return query === null || id === undefined ? null : { type, documentId: id, query }
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
