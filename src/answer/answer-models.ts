/** The content types and components of a project, which generators and loaders read first. */

import { describeComponent, describeContentType } from '../discovery/describe-model.ts'
import { ApiError } from '../errors/api-error.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import type { RouteOf } from '../request/routes.ts'
import { respondJson } from '../respond/respond.ts'
import type { ContentType } from '../schema/schema.ts'
import type { App } from './app.ts'
import type { RequestContext } from './request-context.ts'

type ModelsContext = RequestContext<RouteOf<'models'>>

export async function answerModels(context: ModelsContext): Promise<HttpResponse> {
  return respondJson(JSON.stringify({ data: dataOf(context) }, withoutBigints))
}

function dataOf({ call, app }: ModelsContext): unknown {
  const { of, uid } = call.route
  const { contentTypes, components } = app.schema
  if (of === 'components') {
    if (uid === null) return [...components.values()].map(describeComponent)
    return describeComponent(components.get(uid) ?? unknown('component'))
  }
  if (uid !== null) return describeContentType(contentTypes.get(uid) ?? unknown('contentType'))
  return [...contentTypes.values()].filter(ofKind(call.query, app)).map(describeContentType)
}

function unknown(what: string): never {
  throw new ApiError('MODEL_UNKNOWN', { message: `${what}.notFound` })
}

function ofKind(query: string, app: App): (type: ContentType) => boolean {
  const { kind } = parseQueryString(query, app.settings.limits)
  if (kind === undefined || kind === '') return () => true
  if (kind === 'collectionType' || kind === 'singleType') return (type) => type.kind === kind
  throw new ApiError('VALUE_INVALID', {
    message: 'Invalid kind parameter. Expected "collectionType" or "singleType"',
    details: { source: 'query', param: 'kind' },
  })
}

/** A schema file that is a module may contain values that JSON cannot represent. */
function withoutBigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
