/** `POST /_mcp`: the Model Context Protocol over HTTP, without sessions. Its tools read with the caller's own token. */

import { isIP } from 'node:net'
import { ApiError } from '../errors/api-error.ts'
import { answerMessage, PROTOCOL_VERSIONS } from '../mcp/answer-message.ts'
import { readMessage } from '../mcp/message.ts'
import { textOf } from '../request/body.ts'
import { bodyFormat } from '../request/content-type.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { readWholeBody } from '../request/read-body.ts'
import type { RouteOf } from '../request/routes.ts'
import { respondPrivately } from '../respond/respond.ts'
import type { App } from './app.ts'
import type { OpenContext } from './request-context.ts'

export async function answerMcp({ request, app, ask }: OpenContext<RouteOf<'mcp'>>): Promise<HttpResponse> {
  refuseForeign(request, app)
  refuseOtherVersions(request)
  if (bodyFormat(request) !== 'json') {
    throw new ApiError('BODY_TYPE_UNKNOWN', { message: 'Send messages as JSON, with Content-Type: application/json' })
  }
  const { settings, schema, version } = app
  const caller = await app.identify(request.headers.authorization, await app.revisions.now())
  const message = readMessage(readWholeBody(request, settings.limits))
  if (message === null) return { status: 202, headers: { 'cache-control': 'no-store' }, body: '' }
  const { rest, limits } = settings
  const answered = await answerMessage(message, {
    view: { schema, caller },
    rest,
    limits,
    version,
    read: async (url) => textOf(await ask(readOf(request, url))),
  })
  return respondPrivately(JSON.stringify(answered))
}

/** A read by the same caller, always in the flat format. */
function readOf({ headers, body: _message, ...request }: HttpRequest, url: string): HttpRequest {
  const { authorization, host } = headers
  return {
    ...request,
    method: 'GET',
    url,
    headers: { host, ...(authorization === undefined ? {} : { authorization }) },
  }
}

/**
 * Pages of other sites may not call this, even if CORS opens the API to them:
 * https://modelcontextprotocol.io/specification, Security.
 */
function refuseForeign({ headers }: HttpRequest, { settings }: App): void {
  const { origin, host } = headers
  if (origin === undefined) return
  const { cors, url } = settings
  const isListed = cors.origin !== '*' && cors.origin.includes(origin)
  const isOwn = url !== null && new URL(url).origin === origin
  if (!isListed && !isOwn && !isSameAddress(origin, host)) throw new ApiError('ORIGIN_FOREIGN')
}

/**
 * Only IP addresses and localhost count as the same: another site may have made its name resolve to this server (DNS
 * rebinding).
 */
function isSameAddress(origin: string, host: string | undefined): boolean {
  const [, own, name = ''] = /^https?:\/\/((\[[\da-f:.]+\]|[^/:]+)(?::\d+)?)$/i.exec(origin) ?? []
  return own === host && (isIP(name.replace(/^\[|\]$/g, '')) !== 0 || name.toLowerCase() === 'localhost')
}

function refuseOtherVersions({ headers }: HttpRequest): void {
  const version = headers['mcp-protocol-version']
  if (version === undefined || PROTOCOL_VERSIONS.some((known) => known === version)) return
  throw new ApiError('REQUEST_MALFORMED', {
    message: `The protocol version ${version} is not supported`,
    details: { hint: `There are: ${PROTOCOL_VERSIONS.join(', ')}` },
  })
}
