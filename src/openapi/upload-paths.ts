/** Files of the media library. */

import { may } from '../access/caller.ts'
import { type ContentType, FILE_UID } from '../schema/schema.ts'
import { type Api, commonRef } from './api.ts'
import { idParameter, selectionParameters, WINDOW_PARAMETERS } from './bare-lists.ts'
import type { Json, Operation, Parameter, PathItem, Paths, RequestBody, Response } from './document.ts'
import { refusals } from './error-responses.ts'
import { exampleEntry } from './examples.ts'
import { anyOf, listOf, objectOf } from './json-schema.ts'
import { listSchema } from './list-schema.ts'
import { fieldsParameter, parameterRef, populateParameter } from './parameters.ts'
import { DELETE_FILE, FIND_FILE, FIND_FILES, FIND_FILES_PAGE, UPLOAD_FILES } from './plugin-actions.ts'

export const FILES_TAG = { name: 'Files', description: 'The media library.' }

export function uploadPaths(api: Api): Paths {
  const type = api.view.schema.contentTypes.get(FILE_UID)
  if (type === undefined) return {}
  const { prefix } = api.rest
  const mayDo = (action: string) => may(api.view.caller, action)
  const files: PathItem = mayDo(FIND_FILES) ? { get: listFiles(api, type) } : {}
  const page: PathItem = mayDo(FIND_FILES_PAGE) ? { get: listFilesByPage(api, type) } : {}
  const file: PathItem = {
    ...(mayDo(FIND_FILE) ? { get: readFile(api, type) } : {}),
    ...(api.writable && mayDo(DELETE_FILE) ? { delete: deleteFile(api, type) } : {}),
  }
  const upload: PathItem = api.writable && mayDo(UPLOAD_FILES) ? { post: uploadFiles(api, type) } : {}
  const items = {
    [`${prefix}/upload`]: upload,
    [`${prefix}/upload/files`]: files,
    [`${prefix}/upload/files/page`]: page,
    [`${prefix}/upload/files/{id}`]: file,
  }
  return Object.fromEntries(Object.entries(items).filter(([, item]) => Object.keys(item).length > 0))
}

const ID = idParameter('the file')

function about(action: string, summary: string): Pick<Operation, 'operationId' | 'tags' | 'summary'> {
  return { operationId: `Files.${action}`, tags: [FILES_TAG.name], summary }
}

function listFiles(api: Api, type: ContentType): Operation {
  return {
    ...about('find', 'List files'),
    parameters: [...selectionParameters(api, type), ...WINDOW_PARAMETERS],
    responses: { 200: several(api, type, 'The files.'), ...refusals(400) },
  }
}

function listFilesByPage(api: Api, type: ContentType): Operation {
  const { defaultLimit, maxLimit } = api.rest
  const pagination = { page: 1, pageSize: Math.min(defaultLimit, maxLimit), pageCount: 1, total: 1 }
  const example = { data: [exampleFile(api, type)], meta: { pagination } }
  const content = { 'application/json': { schema: listSchema(commonRef('UploadedFile')), example } }
  return {
    ...about('findPage', 'List files page by page'),
    parameters: [...selectionParameters(api, type), parameterRef('pagination')],
    responses: { 200: { description: 'A page of files.', content }, ...refusals(400) },
  }
}

function readFile(api: Api, type: ContentType): Operation {
  return {
    ...about('findOne', 'Read what is known of a file'),
    parameters: [ID, fieldsParameter(api, type), populateParameter(api, type)],
    responses: { 200: one(api, type, 'The file.'), ...refusals(400, 404) },
  }
}

function deleteFile(api: Api, type: ContentType): Operation {
  return {
    ...about('delete', 'Delete a file'),
    parameters: [ID],
    responses: { 200: one(api, type, 'The file that is gone.'), ...refusals(404) },
  }
}

function uploadFiles(api: Api, type: ContentType): Operation {
  const id: Parameter = {
    name: 'id',
    in: 'query',
    description: 'The `id` of a file to replace; without files in the body, only what is said of it changes.',
    schema: { type: 'integer' },
  }
  return {
    ...about('upload', 'Upload files'),
    parameters: [id],
    requestBody: UPLOAD_BODY,
    responses: {
      200: one(api, type, 'The file that was replaced or changed.'),
      201: several(api, type, 'The new files.'),
      ...refusals(400, 404, 413),
    },
  }
}

const TEXT = { type: 'string' }
const PERCENT = { type: 'number', minimum: 0, maximum: 100 }
const FOCAL_POINT = {
  ...objectOf({ x: PERCENT, y: PERCENT }, ['x', 'y']),
  description: 'The point that stays visible when the image is cropped, in percent from the left and from the top.',
}
const INFO = objectOf({ name: TEXT, alternativeText: TEXT, caption: TEXT, focalPoint: FOCAL_POINT }, [])

const UPLOAD_BODY: RequestBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: objectOf(
        {
          files: { type: 'array', items: { type: 'string', format: 'binary' } },
          fileInfo: {
            ...anyOf([INFO, listOf(INFO)]),
            description:
              'Names, alternative texts and captions of the files, as JSON: an object, or a list with one object for each file.',
          },
          ref: { ...TEXT, description: 'The UID of the content type of the entry that gets the files.' },
          refId: { ...TEXT, description: 'The `id` of the entry.' },
          field: { ...TEXT, description: 'The media attribute of the entry.' },
        },
        [],
      ),
    },
    'application/json': {
      schema: objectOf({ fileInfo: INFO }, ['fileInfo']),
      example: { fileInfo: { alternativeText: 'A bridge at dusk' } },
    },
  },
}

function several(api: Api, type: ContentType, description: string): Response {
  const example = [exampleFile(api, type)]
  return { description, content: { 'application/json': { schema: listOf(commonRef('UploadedFile')), example } } }
}

function one(api: Api, type: ContentType, description: string): Response {
  const example = exampleFile(api, type)
  return { description, content: { 'application/json': { schema: commonRef('UploadedFile'), example } } }
}

const BRIDGE: Readonly<Record<string, Json>> = {
  name: 'bridge.jpg',
  alternativeText: 'A bridge at dusk',
  caption: null,
  focalPoint: null,
  width: 1600,
  height: 900,
  formats: null,
  hash: 'bridge_1a2b3c4d5e',
  ext: '.jpg',
  mime: 'image/jpeg',
  size: 182.4,
  url: '/uploads/bridge_1a2b3c4d5e.jpg',
  previewUrl: null,
  provider: 'local',
  provider_metadata: null,
}

function exampleFile(api: Api, type: ContentType): Json {
  const entry = Object.entries(exampleEntry(api, type)).map(([key, value]): [string, Json] => [
    key,
    BRIDGE[key] ?? value,
  ])
  return { ...Object.fromEntries(entry), isUrlSigned: false }
}
