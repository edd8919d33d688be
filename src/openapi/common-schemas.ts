/** Schemas that belong to no model. */

import { FILE_UID, USER_UID } from '../schema/schema.ts'
import { type Api, modelRef } from './api.ts'
import type { JsonSchema } from './document.ts'
import { itemName } from './entry-schema.ts'
import { ERROR_SCHEMA } from './error-responses.ts'
import { CONDITION_SCHEMAS } from './filter-schema.ts'
import { anyOf, discriminated, objectOf } from './json-schema.ts'
import { paginationSchema } from './pagination.ts'
import type { CommonName } from './schema-names.ts'

const WHOLE: JsonSchema = { type: 'integer' }
const TEXT: JsonSchema = { type: 'string' }

const FIXED: Readonly<
  Record<Exclude<CommonName, 'AnyEntry' | 'FileOwner' | 'LoginAnswer' | 'Pagination' | 'UploadedFile'>, JsonSchema>
> = {
  ...CONDITION_SCHEMAS,
  Error: ERROR_SCHEMA,
  Count: { description: 'The number of entries, instead of the entries.', ...objectOf({ count: WHOLE }, ['count']) },
  Link: {
    description: 'An entry: by id, by documentId, or with its place in the list.',
    anyOf: [
      WHOLE,
      TEXT,
      objectOf(
        {
          id: anyOf([WHOLE, TEXT]),
          documentId: TEXT,
          __type: { ...TEXT, description: 'The UID of its type, in a relation to any type.' },
          locale: { type: ['string', 'null'] },
          status: { type: 'string', enum: ['draft', 'published'] },
          position: {
            type: 'object',
            properties: {
              start: { type: 'boolean' },
              end: { type: 'boolean' },
              before: anyOf([WHOLE, TEXT]),
              after: anyOf([WHOLE, TEXT]),
            },
            maxProperties: 1,
          },
        },
        [],
      ),
    ],
  },
  Locale: objectOf(
    {
      id: WHOLE,
      documentId: TEXT,
      name: { type: ['string', 'null'] },
      code: { type: ['string', 'null'] },
      createdAt: { type: ['string', 'null'], format: 'date-time' },
      updatedAt: { type: ['string', 'null'], format: 'date-time' },
      publishedAt: { type: ['string', 'null'], format: 'date-time' },
      isDefault: { type: 'boolean' },
    },
    ['id', 'documentId', 'isDefault'],
  ),
  ContentTypeModel: objectOf(
    {
      uid: TEXT,
      plugin: TEXT,
      apiID: TEXT,
      schema: objectOf(
        {
          displayName: TEXT,
          singularName: TEXT,
          pluralName: TEXT,
          description: TEXT,
          draftAndPublish: { type: 'boolean' },
          kind: { type: 'string', enum: ['collectionType', 'singleType'] },
          collectionName: TEXT,
          pluginOptions: { type: 'object' },
          attributes: { type: 'object', additionalProperties: { type: 'object' } },
          visible: { type: 'boolean' },
          restrictRelationsTo: { type: ['array', 'null'], items: TEXT },
        },
        ['displayName', 'singularName', 'pluralName', 'kind', 'attributes'],
      ),
    },
    ['uid', 'apiID', 'schema'],
  ),
  ComponentModel: objectOf(
    {
      uid: TEXT,
      category: TEXT,
      apiId: TEXT,
      schema: objectOf(
        {
          displayName: TEXT,
          description: TEXT,
          icon: TEXT,
          collectionName: TEXT,
          pluginOptions: { type: 'object' },
          attributes: { type: 'object', additionalProperties: { type: 'object' } },
        },
        ['displayName', 'attributes'],
      ),
    },
    ['uid', 'category', 'apiId', 'schema'],
  ),
}

/** By name; each is made when something refers to it. */
export function commonSchema(api: Api, name: CommonName): JsonSchema {
  switch (name) {
    case 'AnyEntry':
      return discriminated('__type', new Map(api.anyTypes.map(({ uid }) => [uid, itemName(api, uid, 'Item')])))
    case 'FileOwner':
      return fileOwner(api)
    case 'Pagination':
      return paginationSchema(api.rest)
    case 'UploadedFile':
      return { allOf: [modelRef(api, FILE_UID), objectOf({ isUrlSigned: { type: 'boolean' } }, [])] }
    case 'LoginAnswer':
      return objectOf({ jwt: TEXT, user: modelRef(api, USER_UID) }, ['jwt', 'user'])
    default:
      return FIXED[name]
  }
}

function fileOwner(api: Api): JsonSchema {
  const uids = api.anyTypes.map(({ uid }) => uid)
  return {
    description: 'An entry that has the file, with the fields of its type.',
    ...objectOf({ id: WHOLE, documentId: TEXT, __type: { type: 'string', enum: uids } }, ['id', '__type']),
    additionalProperties: true,
  }
}

export function responseSchema(item: JsonSchema): JsonSchema {
  return objectOf({ data: item, meta: { type: 'object' } }, ['data', 'meta'])
}
