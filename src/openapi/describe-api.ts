/** A schema and a caller → the API as the caller may use it, in OpenAPI 3.1. */

import type { VisibleSchema } from '../access/visible-schema.ts'
import type { RestSettings } from '../config/settings.ts'
import { matchRoute, routesOf } from '../request/routes.ts'
import { descriptionOf } from '../schema/description.ts'
import { type Api, anyTypes, displayNameOf, servedTypes } from './api.ts'
import { batchPath } from './batch-path.ts'
import { schemasFor, used } from './components.ts'
import { contentPaths } from './content-paths.ts'
import type { OpenApiDocument, Paths, Tag } from './document.ts'
import { errorResponses } from './error-responses.ts'
import { parameterComponents } from './parameters.ts'
import { LOCALES_TAG, peoplePaths } from './people-paths.ts'
import { nameOf, schemaNames } from './schema-names.ts'
import { SCHEMA_TAG, SERVER_PATHS, SERVER_TAG, schemaPaths } from './server-paths.ts'
import { FILES_TAG, uploadPaths } from './upload-paths.ts'
import { USERS_TAG } from './users-paths.ts'

export interface ApiFacts {
  readonly view: VisibleSchema
  readonly rest: RestSettings
  /** Whether the database may be changed. */
  readonly writable: boolean
  /** Whether there are users who can log in. */
  readonly users: boolean
  /** The version of the server. */
  readonly version: string
  readonly servers: OpenApiDocument['servers']
}

export function describeApi({ version, servers, ...facts }: ApiFacts): OpenApiDocument {
  const { view } = facts
  const api: Api = { ...facts, names: schemaNames(view.schema), anyTypes: anyTypes(view) }
  const paths: Paths = {
    ...contentPaths(api),
    ...notOfContent({ ...uploadPaths(api), ...peoplePaths(api), ...schemaPaths(api) }, api),
    ...batchPath(api),
    ...SERVER_PATHS,
  }
  const parameters = used(paths, 'parameters', parameterComponents(api.rest))
  const responses = used(paths, 'responses', errorResponses())
  return {
    openapi: '3.1.0',
    info: { title: 'Content API', version, description: DESCRIPTION },
    servers,
    security: [{}, { bearer: [] }],
    tags: tagsOf(api, paths),
    paths,
    components: {
      schemas: schemasFor(api, paths, parameters, responses),
      parameters,
      responses,
      securitySchemes: { bearer: BEARER },
    },
  }
}

/** A content type of the project named `users` answers at the path that would be that of Strapi's users. */
function notOfContent(paths: Paths, { view, rest }: Api): Paths {
  const routes = routesOf(view.schema, rest)
  const isOfContent = (path: string) => {
    const route = matchRoute(path.replaceAll(/[{}]/g, ''), routes)
    return route !== null && 'type' in route
  }
  return Object.fromEntries(Object.entries(paths).filter(([path]) => !isOfContent(path)))
}

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API token, or the token in the response to a login. Without one, what the public role may do.',
}

const DESCRIPTION = [
  'A server describes what the caller may do: without a token, what the public may do. `lectern openapi` describes everything.',
  '',
  'Parameters nest with brackets: `a[b]=1` is an object; `a[0]=x&a[1]=y`, `a[]=x&a[]=y` and `a=x&a=y` are lists.',
  '',
  'A value may be null wherever a draft may be incomplete. Relations, media, components and dynamic zones are in a response only when they are populated.',
].join('\n')

function tagsOf(api: Api, paths: Paths): readonly Tag[] {
  const ofTypes = servedTypes(api).map((type): Tag => {
    const description = descriptionOf(type)
    const title = displayNameOf(type)
    return {
      name: nameOf(api.names, api.view.schema, type.uid),
      description: description === '' ? title : `${title}: ${description}`,
    }
  })
  const named = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).flatMap((operation) => operation.tags)),
  )
  return [...ofTypes, FILES_TAG, USERS_TAG, LOCALES_TAG, SCHEMA_TAG, SERVER_TAG].filter(({ name }) => named.has(name))
}
