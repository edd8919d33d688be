/** The same request for other places. A token is never part of it: where it belongs stands a name for it. */

import { literal, printed } from './js-literal.ts'
import type { RequestModel } from './request.ts'
import type { Description } from './schema.ts'
import { typedParams } from './typed-params.ts'
import { toParams } from './write-query.ts'

export interface CopyContext {
  readonly origin: string
  /** Path and query string. */
  readonly url: string
  /** Null where the builder has no part in the request. */
  readonly request: RequestModel | null
  readonly description: Description
  readonly hasToken: boolean
}

export interface CopyForm {
  readonly id: string
  readonly label: string
  /** Null where it cannot be said in this form. */
  readonly write: (context: CopyContext) => string | null
}

export const COPY_FORMS: readonly CopyForm[] = [
  { id: 'url', label: 'URL', write: ({ origin, url }) => `${origin}${url}` },
  { id: 'curl', label: 'curl', write: writeCurl },
  { id: 'fetch', label: 'fetch', write: writeFetch },
  { id: 'strapi', label: '@strapi/client', write: writeStrapiClient },
  { id: 'lectern', label: 'lectern/client', write: writeLecternClient },
]

/** `-g`: brackets are brackets. */
function writeCurl({ origin, url, hasToken }: CopyContext): string {
  const quoted = `'${`${origin}${url}`.replaceAll("'", "'\\''")}'`
  return hasToken ? `curl -g -H "Authorization: Bearer $TOKEN" ${quoted}` : `curl -g ${quoted}`
}

function writeFetch({ origin, url, hasToken }: CopyContext): string {
  const options = hasToken ? `, {\n  headers: { Authorization: \`Bearer \${token}\` },\n}` : ''
  return `const response = await fetch(${literal(`${origin}${url}`)}${options})\nconst { data, meta } = await response.json()`
}

function writeStrapiClient(context: CopyContext): string | null {
  const { origin, request, description, hasToken } = context
  if (request === null) return null
  const { type, documentId } = request
  const manager = `client.${type.kind === 'singleType' ? 'single' : 'collection'}(${literal(type.name)})`
  const args = [...(documentId === null ? [] : [literal(documentId)]), ...queryOf(context)]
  const options = `{ baseURL: ${literal(`${origin}${description.prefix}`)}${hasToken ? ', auth: token' : ''} }`
  return [
    "import { strapi } from '@strapi/client'",
    '',
    `const client = strapi(${options})`,
    `const { data, meta } = await ${manager}.${documentId === null ? 'find' : 'findOne'}(${args.join(', ')})`,
  ].join('\n')
}

function writeLecternClient(context: CopyContext): string | null {
  const { origin, request, description, hasToken } = context
  if (request === null) return null
  const { type, documentId } = request
  const args = [...(documentId === null ? [] : [literal(documentId)]), ...queryOf(context)]
  const method = documentId === null ? 'find' : 'findOne'
  return [
    "import { createClient } from 'lectern/client'",
    "import type { Api } from './lectern-types.js'",
    '',
    `const client = createClient<Api>({ url: ${literal(`${origin}${description.prefix}`)}${hasToken ? ', token' : ''} })`,
    `const { data, meta } = await client.${camelCase(type.name)}.${method}(${args.join(', ')})`,
  ].join('\n')
}

export function camelCase(name: string): string {
  return name.replaceAll(/-+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())
}

function queryOf({ request, description }: CopyContext): readonly string[] {
  if (request === null) return []
  const params = toParams(request.query)
  return Object.keys(params).length === 0 ? [] : [printed(typedParams(params, request.type.uid, description), '')]
}
