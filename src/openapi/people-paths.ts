/** Login, users, and locales. */

import { may } from '../access/caller.ts'
import { USER_UID } from '../schema/schema.ts'
import { type Api, commonRef } from './api.ts'
import type { PathItem, Paths } from './document.ts'
import { refusals } from './error-responses.ts'
import { exampleEntry } from './examples.ts'
import { listOf, objectOf } from './json-schema.ts'
import { LOCALES, LOGIN } from './plugin-actions.ts'
import { USERS_TAG, usersPaths } from './users-paths.ts'

export const LOCALES_TAG = { name: 'Locales', description: 'The locales of the project.' }

export function peoplePaths(api: Api): Paths {
  const { caller, schema } = api.view
  const { prefix } = api.rest
  const users = api.users && schema.contentTypes.has(USER_UID)
  return {
    ...(users && may(caller, LOGIN) ? { [`${prefix}/auth/local`]: login(api) } : {}),
    ...usersPaths(api),
    ...(may(caller, LOCALES) ? { [`${prefix}/i18n/locales`]: locales() } : {}),
  }
}

const TEXT = { type: 'string' }

function login(api: Api): PathItem {
  const user = api.view.schema.contentTypes.get(USER_UID)
  const example = {
    jwt: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
    user: user === undefined ? {} : exampleEntry(api, user),
  }
  return {
    post: {
      operationId: 'Users.login',
      tags: [USERS_TAG.name],
      summary: 'Log in',
      description: 'The token in the response goes into the header `Authorization: Bearer <token>`.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: objectOf(
              {
                identifier: { ...TEXT, description: 'Address or username.' },
                password: { ...TEXT, format: 'password' },
              },
              ['identifier', 'password'],
            ),
            example: { identifier: 'ada@example.com', password: 'a long password' },
          },
        },
      },
      responses: {
        200: {
          description: 'A token, and who it is for.',
          content: { 'application/json': { schema: commonRef('LoginAnswer'), example } },
        },
        ...refusals(400, 413, 429),
      },
    },
  }
}

const MOMENT = '2025-03-01T12:30:00.000Z'
const ENGLISH = { id: 1, documentId: 'g90850hiy501bcifw8n3xnmy', name: 'English (en)', code: 'en' }
const MOMENTS = { createdAt: MOMENT, updatedAt: MOMENT, publishedAt: MOMENT }

function locales(): PathItem {
  return {
    get: {
      operationId: 'Locales.find',
      tags: [LOCALES_TAG.name],
      summary: 'List the locales',
      responses: {
        200: {
          description: 'All locales.',
          content: {
            'application/json': {
              schema: listOf(commonRef('Locale')),
              example: [{ ...ENGLISH, ...MOMENTS, isDefault: true }],
            },
          },
        },
        ...refusals(),
      },
    },
  }
}
