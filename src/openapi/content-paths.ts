/** The paths of content types. */

import type { ContentType } from '../schema/schema.ts'
import {
  type Api,
  actionsOn,
  type ContentAction,
  displayNameOf,
  findsDrafts,
  findsDraftsOf,
  modelRef,
  servedTypes,
} from './api.ts'
import type {
  JsonSchema,
  MediaType,
  Operation,
  Parameter,
  PathItem,
  Paths,
  Reference,
  RequestBody,
} from './document.ts'
import { refusals } from './error-responses.ts'
import { exampleEntry, exampleInput } from './examples.ts'
import { exportPath } from './export-path.ts'
import { groupContent, groupParameters } from './groups.ts'
import { requiredOf } from './input-schema.ts'
import { objectOf } from './json-schema.ts'
import { livePaths } from './live-paths.ts'
import {
  fallbackParameter,
  fieldsParameter,
  filtersParameter,
  levelParameters,
  parameterRef,
  populateParameter,
  searchParameters,
  sortParameter,
} from './parameters.ts'
import { nameOf } from './schema-names.ts'

export function contentPaths(api: Api): Paths {
  return Object.fromEntries(servedTypes(api).flatMap((type) => Object.entries(pathsOf(api, type))))
}

function pathsOf(api: Api, type: ContentType): Paths {
  const actions = actionsOn(api, type)
  const only = (item: Partial<Record<ContentAction, PathItem>>): PathItem =>
    Object.assign({}, ...actions.map((action) => item[action] ?? {}))
  if (type.kind === 'singleType') {
    const path = `${api.rest.prefix}/${type.singularName}`
    const item = only({ find: readOne(api, type), update: updateOne(api, type), delete: deleteOne(api, type) })
    return { [path]: item, ...versionPaths(api, type, path), ...livePaths(api, { [path]: item }) }
  }
  const path = `${api.rest.prefix}/${type.pluralName}`
  const paths: Paths = {
    [path]: only({ find: readList(api, type), create: createOne(api, type) }),
    [`${path}/{documentId}`]: only({
      findOne: readOne(api, type),
      update: updateOne(api, type),
      delete: deleteOne(api, type),
    }),
    ...versionPaths(api, type, `${path}/{documentId}`),
    ...(api.rest.extensions.on.has('query') && actions.includes('find')
      ? { [`${path}/actions/query`]: queryList(api, type) }
      : {}),
    ...(hasGroups(api) && actions.includes('find') ? { [`${path}/actions/aggregate`]: readGroups(api, type) } : {}),
  }
  const { [path]: list = {}, [`${path}/{documentId}`]: one = {} } = paths
  const live = livePaths(api, { [path]: list, [`${path}/{documentId}`]: one })
  const all = { ...paths, ...exportPath(api, type, path, list.get), ...live }
  return Object.fromEntries(Object.entries(all).filter(([, item]) => Object.keys(item).length > 0))
}

function readList(api: Api, type: ContentType): PathItem {
  return {
    get: {
      ...about(api, type, 'find', `List ${displayNameOf(type)} entries`),
      parameters: [
        filtersParameter(api, type),
        sortParameter(api, type),
        parameterRef('pagination'),
        ...shape(api, type),
        ...(type.localized ? [parameterRef('locale')] : []),
        ...fallbackParameter(api, type),
        ...versionParameters(api, type),
        parameterRef('search'),
        ...searchParameters(api),
        parameterRef('format'),
      ],
      responses: { 200: { description: 'A page of entries.', content: listContent(api, type) }, ...refusals(400) },
    },
  }
}

/** OpenAPI 3.1 cannot describe the method QUERY: only POST is. */
function queryList(api: Api, type: ContentType): PathItem {
  const query = { schema: { type: 'object', additionalProperties: true } } as const
  return {
    post: {
      ...about(api, type, 'query', `List ${displayNameOf(type)} entries, with the query in the body`),
      requestBody: {
        required: true,
        description: 'The parameters of the list, in the same nesting.',
        content: { 'application/json': query, 'application/x-www-form-urlencoded': query },
      },
      responses: { 200: { description: 'A page of entries.', content: listContent(api, type) }, ...refusals(400) },
    },
  }
}

const hasGroups = ({ rest }: Api): boolean => rest.extensions.on.has('aggregates')

function readGroups(api: Api, type: ContentType): PathItem {
  return {
    get: {
      ...about(api, type, 'aggregate', `Groups of ${displayNameOf(type)} entries`),
      parameters: [
        ...groupParameters(api, type),
        filtersParameter(api, type),
        ...(type.localized ? [parameterRef('locale')] : []),
        ...fallbackParameter(api, type),
        ...versionParameters(api, type),
        parameterRef('search'),
        ...searchParameters(api),
      ],
      responses: { 200: { description: 'A page of groups.', content: groupContent(api) }, ...refusals(400) },
    },
  }
}

function readOne(api: Api, type: ContentType): PathItem {
  const action = type.kind === 'singleType' ? 'find' : 'findOne'
  return {
    get: {
      ...about(api, type, action, `Read ${displayNameOf(type)}`),
      parameters: [
        ...ofOne(type),
        ...shape(api, type),
        ...localeOfOne(type),
        ...fallbackParameter(api, type),
        ...versionParameters(api, type),
        filtersParameter(api, type),
        parameterRef('format'),
      ],
      responses: { 200: { description: 'The entry.', content: entryContent(api, type) }, ...refusals(400, 404) },
    },
  }
}

function createOne(api: Api, type: ContentType): PathItem {
  return {
    post: {
      ...about(api, type, 'create', `Create ${displayNameOf(type)}`),
      parameters: [...writeParameters(api, type), parameterRef('format')],
      requestBody: bodyOf(api, type, requiredOf(api, type)),
      responses: { 201: { description: 'The new entry.', content: entryContent(api, type) }, ...refusals(400, 413) },
    },
  }
}

function updateOne(api: Api, type: ContentType): PathItem {
  const responses = { 200: { description: 'The entry as it is now.', content: entryContent(api, type) } }
  return {
    put: {
      ...about(api, type, 'update', `Change ${displayNameOf(type)}`),
      description: 'Attributes that the body does not mention stay unchanged.',
      parameters: [...ofOne(type), ...writeParameters(api, type), parameterRef('format')],
      requestBody: bodyOf(api, type, []),
      responses: { ...responses, ...refusals(400, 404, 413) },
    },
  }
}

function deleteOne(api: Api, type: ContentType): PathItem {
  return {
    delete: {
      ...about(api, type, 'delete', `Delete ${displayNameOf(type)}`),
      parameters: [...ofOne(type), ...(type.localized ? [parameterRef('localeToDelete')] : [])],
      responses: { 204: { description: 'It is gone.' }, ...refusals(400, 404) },
    },
  }
}

const VERSIONS = {
  publish: 'Publish the draft as it is',
  unpublish: 'Remove the published version; the draft stays',
  discard: 'Make the draft what is published',
}

/** `path`: that of the entry. */
function versionPaths(api: Api, type: ContentType, path: string): Paths {
  if (!type.draftAndPublish || !actionsOn(api, type).includes('update')) return {}
  const responses = { 200: { description: 'The version that is left.', content: entryContent(api, type) } }
  const items = Object.entries(VERSIONS).map(([verb, summary]): [string, PathItem] => {
    const operation: Operation = {
      ...about(api, type, verb, `${displayNameOf(type)}: ${summary}`),
      parameters: [...ofOne(type), ...shape(api, type), ...localeOfOne(type), parameterRef('format')],
      responses: { ...responses, ...refusals(400, 404) },
    }
    return [`${path}/actions/${verb}`, { post: operation }]
  })
  return Object.fromEntries(items)
}

function about(api: Api, { uid }: ContentType, action: string, summary: string) {
  const name = nameOf(api.names, api.view.schema, uid)
  return { operationId: `${name}.${action}`, tags: [name], summary }
}

type Parameters = readonly (Parameter | Reference)[]

const ofOne = ({ kind }: ContentType): Parameters => (kind === 'singleType' ? [] : [parameterRef('documentId')])

const localeOfOne = ({ localized }: ContentType): Parameters => (localized ? [parameterRef('localeOfOne')] : [])

function shape(api: Api, type: ContentType): Parameters {
  return [fieldsParameter(api, type), populateParameter(api, type), ...levelParameters(api)]
}

/** A type without drafts may have populated types with drafts. */
function versionParameters(api: Api, type: ContentType): Parameters {
  if (!type.draftAndPublish) return findsDrafts(api) ? [parameterRef('status')] : []
  return findsDraftsOf(api, type) ? [parameterRef('status'), parameterRef('publicationFilter')] : []
}

function writeParameters(api: Api, type: ContentType): Parameters {
  return [...shape(api, type), ...localeOfOne(type), ...(type.draftAndPublish ? [parameterRef('status')] : [])]
}

function bodyOf(api: Api, type: ContentType, required: readonly string[]): RequestBody {
  const input = modelRef(api, type.uid, 'Input')
  // `required` is not a second schema in `allOf`, since openapi-typescript turns that into an object without properties,
  // which no body matches.
  const data: JsonSchema = required.length === 0 ? input : { allOf: [input], required }
  const media: MediaType = { schema: objectOf({ data }, ['data']), example: { data: exampleInput(api, type) } }
  return { required: true, content: { 'application/json': media } }
}

function entryContent(api: Api, type: ContentType): Readonly<Record<string, MediaType>> {
  const example = { data: exampleEntry(api, type), meta: {} }
  return { 'application/json': { schema: modelRef(api, type.uid, 'Response'), example } }
}

function listContent(api: Api, type: ContentType): Readonly<Record<string, MediaType>> {
  const { defaultLimit, maxLimit } = api.rest
  const pagination = { page: 1, pageSize: Math.min(defaultLimit, maxLimit), pageCount: 1, total: 1 }
  const example = { data: [exampleEntry(api, type)], meta: { pagination } }
  return { 'application/json': { schema: modelRef(api, type.uid, 'List'), example } }
}
