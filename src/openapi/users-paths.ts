/** Reads of users. */

import { may } from '../access/caller.ts'
import { type ContentType, USER_UID } from '../schema/schema.ts'
import { type Api, modelRef } from './api.ts'
import { idParameter, selectionParameters, WINDOW_PARAMETERS } from './bare-lists.ts'
import type { Operation, Paths, Response } from './document.ts'
import { refusals } from './error-responses.ts'
import { exampleEntry } from './examples.ts'
import { listOf } from './json-schema.ts'
import { fieldsParameter, filtersParameter, populateParameter } from './parameters.ts'
import { COUNT_USERS, FIND_USER, FIND_USERS, ME } from './plugin-actions.ts'

export const USERS_TAG = { name: 'Users', description: 'Logging in with a password, and reading users.' }

export function usersPaths(api: Api): Paths {
  const type = api.view.schema.contentTypes.get(USER_UID)
  if (type === undefined) return {}
  const { prefix } = api.rest
  const allowed = (action: string, path: string, get: (api: Api, type: ContentType) => Operation): Paths =>
    may(api.view.caller, action) ? { [`${prefix}/users${path}`]: { get: get(api, type) } } : {}
  return {
    ...(api.users ? allowed(ME, '/me', me) : {}),
    ...allowed(FIND_USERS, '', listUsers),
    ...allowed(COUNT_USERS, '/count', countUsers),
    ...allowed(FIND_USER, '/{id}', readUser),
  }
}

function about(action: string, summary: string): Pick<Operation, 'operationId' | 'tags' | 'summary'> {
  return { operationId: `Users.${action}`, tags: [USERS_TAG.name], summary }
}

function me(api: Api, type: ContentType): Operation {
  return {
    ...about('me', 'Read the current user'),
    parameters: [fieldsParameter(api, type), populateParameter(api, type)],
    responses: { 200: one(api, type), ...refusals(400) },
  }
}

function listUsers(api: Api, type: ContentType): Operation {
  const schema = listOf(modelRef(api, USER_UID))
  const content = { 'application/json': { schema, example: [exampleEntry(api, type)] } }
  return {
    ...about('find', 'List users'),
    parameters: [...selectionParameters(api, type), ...WINDOW_PARAMETERS],
    responses: { 200: { description: 'The users.', content }, ...refusals(400) },
  }
}

function countUsers(api: Api, type: ContentType): Operation {
  const content = { 'application/json': { schema: { type: 'integer' }, example: 12 } }
  return {
    ...about('count', 'Count users'),
    parameters: [filtersParameter(api, type)],
    responses: { 200: { description: 'How many there are.', content }, ...refusals(400) },
  }
}

function readUser(api: Api, type: ContentType): Operation {
  return {
    ...about('findOne', 'Read a user'),
    parameters: [idParameter('the user'), fieldsParameter(api, type), populateParameter(api, type)],
    responses: { 200: one(api, type), 204: { description: 'There is no such user.' }, ...refusals(400) },
  }
}

function one(api: Api, type: ContentType): Response {
  const content = { 'application/json': { schema: modelRef(api, USER_UID), example: exampleEntry(api, type) } }
  return { description: 'The user.', content }
}
