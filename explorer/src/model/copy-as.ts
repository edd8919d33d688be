/** The same request for other places. A token is never part of it: where it belongs stands a name for it. */

import type { RawObject, RawValue } from '../../../src/request/raw-params.ts'
import type { RequestModel } from './request.ts'
import { attributeOf, type DescribedAttribute, type Description } from './schema.ts'
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
  return Object.keys(params).length === 0 ? [] : [printed(typed(params, request.type.uid, description), '')]
}

type Typed = RawValue | number | boolean | readonly Typed[] | { readonly [key: string]: Typed }

/** Numbers and booleans where the type has them: a query string has texts alone. */
function typed(params: RawObject, uid: string, description: Description): Typed {
  const entries = Object.entries(params).map(([key, value]): [string, Typed] => {
    switch (key) {
      case 'filters':
        return [key, typedFilters(value, uid, description)]
      case 'populate':
        return [key, typedPopulate(value, uid, description)]
      case 'pagination':
        return [key, mapTexts(value, (text) => (/^\d+$/.test(text) ? Number(text) : asBoolean(text)))]
      case 'count':
        return [key, mapTexts(value, asBoolean)]
      case 'on':
        return [key, mapValues(value, (item, target) => typedOptions(item, target, description))]
      default:
        return [key, value]
    }
  })
  return Object.fromEntries(entries)
}

function typedOptions(value: RawValue, uid: string | undefined, description: Description): Typed {
  if (value === 'true' || value === 'false') return value === 'true'
  return uid !== undefined && isObject(value) ? typed(value, uid, description) : value
}

function typedPopulate(value: RawValue, uid: string, description: Description): Typed {
  return mapValues(value, (item, name) => {
    const attribute = attributeOf(description, uid, name)
    return typedOptions(item, attribute === undefined ? undefined : targetOf(attribute, uid), description)
  })
}

/** The options of a dynamic zone name their models themselves. */
function targetOf(attribute: DescribedAttribute, owner: string): string {
  return 'target' in attribute ? attribute.target : owner
}

function typedFilters(value: RawValue, uid: string, description: Description): Typed {
  if (Array.isArray(value)) return value.map((item: RawValue) => typedFilters(item, uid, description))
  return mapValues(value, (item, key) => {
    if (key.startsWith('$')) return typedFilters(item, uid, description)
    const attribute = attributeOf(description, uid, key)
    if (attribute === undefined || attribute.kind === 'scalar') return mapTexts(item, castFor(attribute))
    return 'target' in attribute ? typedFilters(item, attribute.target, description) : item
  })
}

const NUMBERS: readonly string[] = ['id', 'integer', 'float', 'decimal']

function castFor(attribute: DescribedAttribute | undefined): (text: string, key: string) => Typed {
  return (text, key) => {
    if (key === '$null' || key === '$notNull') return asBoolean(text)
    if (attribute?.kind !== 'scalar') return text
    if (attribute.type === 'boolean') return asBoolean(text)
    const isNumber = NUMBERS.includes(attribute.type) && String(Number(text)) === text
    return isNumber ? Number(text) : text
  }
}

function asBoolean(text: string): Typed {
  return text === 'true' ? true : text === 'false' ? false : text
}

function mapTexts(value: RawValue, map: (text: string, key: string) => Typed, key = ''): Typed {
  if (typeof value === 'string') return map(value, key)
  if (Array.isArray(value)) return value.map((item: RawValue) => mapTexts(item, map, key))
  return mapValues(value, (item, inner) => mapTexts(item, map, inner))
}

function mapValues(value: RawValue, map: (item: RawValue, key: string) => Typed): Typed {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item, key)]))
}

function isObject(value: RawValue): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** As a person would write it: short things on one line. */
function printed(value: Typed, indent: string): string {
  if (typeof value !== 'object' || value === null) return literal(value)
  const deeper = `${indent}  `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item: Typed) => printed(item, deeper))
    : Object.entries(value).map(([key, item]) => `${keyOf(key)}: ${printed(item as Typed, deeper)}`)
  const [open, close, pad] = isList ? ['[', ']', ''] : ['{', '}', ' ']
  const short = `${open}${pad}${parts.join(', ')}${pad}${close}`
  if (short.length + indent.length <= 72 && !short.includes('\n')) return short
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`
}

function keyOf(key: string): string {
  return /^[\w$]+$/.test(key) && !/^\d/.test(key) ? key : literal(key)
}

function literal(value: Typed): string {
  if (typeof value !== 'string') return String(value)
  const quoted = JSON.stringify(value)
  return value.includes("'") ? quoted : `'${quoted.slice(1, -1).replaceAll('\\"', '"')}'`
}
