/** Paths that belong to the server itself, and to the schema. */

import { may } from '../access/caller.ts'
import { type Api, commonRef } from './api.ts'
import type { JsonSchema, Operation, Parameter, PathItem, Paths } from './document.ts'
import { refusals } from './error-responses.ts'
import { listOf, objectOf } from './json-schema.ts'
import { COMPONENT, COMPONENTS, CONTENT_TYPE, CONTENT_TYPES } from './plugin-actions.ts'

export const SCHEMA_TAG = { name: 'Schema', description: 'Content types and components, for generators.' }
export const SERVER_TAG = { name: 'Server', description: 'Health of the server, and its files.' }

export function schemaPaths({ view, rest }: Api): Paths {
  const base = `${rest.prefix}/content-type-builder`
  const contentType = commonRef('ContentTypeModel')
  const component = commonRef('ComponentModel')
  const offered: readonly (readonly [string, string, Operation])[] = [
    [
      CONTENT_TYPES,
      `${base}/content-types`,
      schemaOperation('contentTypes', 'List content types', listOf(contentType), [KIND]),
    ],
    [
      CONTENT_TYPE,
      `${base}/content-types/{uid}`,
      schemaOperation('contentType', 'Read a content type', contentType, [UID]),
    ],
    [COMPONENTS, `${base}/components`, schemaOperation('components', 'List components', listOf(component), [])],
    [COMPONENT, `${base}/components/{uid}`, schemaOperation('component', 'Read a component', component, [UID])],
  ]
  const allowed = offered.filter(([action]) => may(view.caller, action))
  return Object.fromEntries(allowed.map(([, path, get]): [string, PathItem] => [path, { get }]))
}

const KIND: Parameter = {
  name: 'kind',
  in: 'query',
  description: 'Only types of this kind.',
  schema: { type: 'string', enum: ['collectionType', 'singleType'] },
}

const UID: Parameter = {
  name: 'uid',
  in: 'path',
  required: true,
  description: 'Which one, as the list has it.',
  schema: { type: 'string' },
}

function schemaOperation(name: string, summary: string, data: JsonSchema, parameters: readonly Parameter[]): Operation {
  const content = { 'application/json': { schema: objectOf({ data }, ['data']) } }
  return {
    operationId: `Schema.${name}`,
    tags: [SCHEMA_TAG.name],
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: { 200: { description: 'As the schema files have it.', content }, ...refusals(400, 404) },
  }
}

const UNWRITABLE: Operation['responses'] = {
  200: {
    description: 'Content can be read, but not written at the moment.',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            ready: { type: 'boolean' },
            writable: { type: 'boolean' },
            code: { type: 'string', description: 'Why nothing can be written.' },
          },
        },
      },
    },
  },
}

export const SERVER_PATHS: Paths = {
  '/uploads/{file}': {
    get: {
      operationId: 'Server.file',
      tags: [SERVER_TAG.name],
      summary: 'An uploaded file',
      description: 'By ranges too; `url` of a file says where it is.',
      security: [],
      parameters: [{ name: 'file', in: 'path', required: true, description: 'Its name.', schema: { type: 'string' } }],
      responses: {
        200: { description: 'The file.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
        206: { description: 'A part of it.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
        304: { description: 'It has not changed.' },
        ...refusals(404, 416),
      },
    },
  },
  '/_health': { get: probe('health', 'Whether the server is alive') },
  '/_ready': { get: probe('ready', 'Whether the database can be reached', UNWRITABLE) },
}

function probe(name: string, summary: string, more: Operation['responses'] = {}): Operation {
  return {
    operationId: `Server.${name}`,
    tags: [SERVER_TAG.name],
    summary,
    security: [],
    responses: { 204: { description: 'Yes.' }, ...more, ...refusals() },
  }
}
