/** The request as code for other programs. It has a placeholder instead of the token. */

import type { CopyContext } from './copy-context.ts'
import { writePull, writeQueryMethod } from './copy-extensions.ts'
import { extensionsUsed } from './extensions-used.ts'
import { literal, printed } from './js-literal.ts'
import { paramsOf } from './request.ts'
import { shellText } from './shell-text.ts'
import { typedParams } from './typed-params.ts'

export interface CopyForm {
  readonly id: string
  readonly label: string
  /** Null where this form cannot express the request. */
  readonly write: (context: CopyContext) => string | null
}

export const COPY_FORMS: readonly CopyForm[] = [
  { id: 'url', label: 'URL', write: ({ origin, url }) => `${origin}${url}` },
  { id: 'curl', label: 'curl', write: writeCurl },
  { id: 'fetch', label: 'fetch', write: writeFetch },
  { id: 'strapi', label: '@strapi/client', write: writeStrapiClient },
  { id: 'lectern', label: 'lectern/client', write: writeLecternClient },
  { id: 'query', label: 'QUERY', write: writeQueryMethod },
  { id: 'pull', label: 'lectern pull', write: writePull },
]

/** A warning for front ends that also run against Strapi. Null if the request works there. */
export function warningOf({ request, description }: CopyContext): string | null {
  const used = request === null ? [] : extensionsUsed(request, description)
  if (used.length === 0) return null
  return `${used.length === 1 ? 'Extension' : 'Extensions'} of Lectern: ${used.join(', ')}. Strapi refuses this request`
}

/** The warning as a line of its own, where the form has comments. */
function marked(context: CopyContext, comment: '#' | '//', text: string): string {
  const warning = warningOf(context)
  return warning === null ? text : `${comment} ${warning}\n${text}`
}

/** `-g`: curl must not interpret brackets as ranges. */
function writeCurl(context: CopyContext): string {
  const { origin, url, hasToken } = context
  const token = hasToken ? '-H "Authorization: Bearer $TOKEN" ' : ''
  return marked(context, '#', `curl -g ${token}${shellText(`${origin}${url}`)}`)
}

function writeFetch(context: CopyContext): string {
  const { origin, url, hasToken } = context
  const options = hasToken ? `, {\n  headers: { Authorization: \`Bearer \${token}\` },\n}` : ''
  const call = `const response = await fetch(${literal(`${origin}${url}`)}${options})`
  return marked(context, '//', `${call}\nconst { data, meta } = await response.json()`)
}

function writeStrapiClient(context: CopyContext): string | null {
  const { origin, request, description, hasToken } = context
  // It has no method for groups.
  if (request === null || request.groups !== null) return null
  const { type, documentId } = request
  const manager = `client.${type.kind === 'singleType' ? 'single' : 'collection'}(${literal(type.name)})`
  const args = [...(documentId === null ? [] : [literal(documentId)]), ...queryOf(context)]
  const options = `{ baseURL: ${literal(`${origin}${description.prefix}`)}${hasToken ? ', auth: token' : ''} }`
  const call = `const { data, meta } = await ${manager}.${documentId === null ? 'find' : 'findOne'}(${args.join(', ')})`
  return [
    "import { strapi } from '@strapi/client'",
    '',
    `const client = strapi(${options})`,
    marked(context, '//', call),
  ].join('\n')
}

function writeLecternClient(context: CopyContext): string | null {
  const { origin, request, description, hasToken } = context
  if (request === null) return null
  const { type, documentId } = request
  const args = [...(documentId === null ? [] : [literal(documentId)]), ...queryOf(context)]
  const method = request.groups !== null ? 'aggregate' : documentId === null ? 'find' : 'findOne'
  const call = `const { data, meta } = await client.${camelCase(type.name)}.${method}(${args.join(', ')})`
  return [
    "import { createClient } from 'lectern/client'",
    "import type { Api } from './lectern-types.js'",
    '',
    `const client = createClient<Api>({ url: ${literal(`${origin}${description.prefix}`)}${hasToken ? ', token' : ''} })`,
    marked(context, '//', call),
  ].join('\n')
}

export function camelCase(name: string): string {
  return name.replaceAll(/-+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())
}

function queryOf({ request, description }: CopyContext): readonly string[] {
  if (request === null) return []
  const params = paramsOf(request)
  return Object.keys(params).length === 0 ? [] : [printed(typedParams(params, request.type.uid, description), '')]
}
