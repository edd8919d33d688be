/** `/`, for browsers during development. Everything on the page comes from requests that this caller may make. */

import { findableTypes, nameInPath } from '../access/findable-types.ts'
import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'
import { chooseRequests } from '../front/choose-requests.ts'
import { type CountedType, respondFront } from '../front/front-page.ts'
import { textOf } from '../request/body.ts'
import type { Answer, HttpRequest, HttpResponse } from '../request/http-request.ts'
import type { ContentType } from '../schema/schema.ts'
import type { App } from './app.ts'
import type { OpenContext } from './request-context.ts'

/** At most this many types show their number of entries: each takes one statement. */
const MOST_COUNTED = 50

/** Clients that accept JSON get the 404 of an unknown path. */
export async function answerFront({ request, app, ask: answer }: OpenContext): Promise<HttpResponse> {
  const { rest } = app.settings
  if (!wantsPage(request)) throw new ApiError('ROUTE_UNKNOWN', { details: { hint: hintFor(rest.prefix) } })
  const ask = asker(request, answer)
  const caller = await identified(request, app)
  const view = caller === null ? null : { schema: app.schema, caller }
  return respondFront({
    version: app.version,
    types: view === null ? [] : await counted(findableTypes(view), rest.prefix, ask),
    requests:
      view === null ? [] : await chooseRequests(view, rest.prefix, async (url) => (await ask(url))?.data ?? null),
    explorer: rest.explorer,
    docs: rest.docs,
  })
}

function hintFor(prefix: string): string {
  return `Entries are below ${prefix === '' ? '/' : prefix}. A browser gets a page here, with requests to try`
}

function wantsPage({ headers }: HttpRequest): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '')
}

/** Null for a caller without any permission: then the page says how to grant some. */
async function identified({ headers }: HttpRequest, app: App) {
  try {
    return await app.identify(headers.authorization, await app.revisions.now())
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

type Ask = (url: string) => Promise<Readonly<Record<string, unknown>> | null>

/** Sends a request as the caller; null for an error below 500. */
function asker({ body: _none, headers, ...request }: HttpRequest, answer: Answer): Ask {
  const rest = { ...request, method: 'GET', headers: { authorization: headers.authorization } }
  return async (url) => {
    try {
      const body: unknown = JSON.parse(textOf(await answer({ ...rest, url })))
      return isRecord(body) ? body : null
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return null
      throw error
    }
  }
}

async function counted(types: readonly ContentType[], prefix: string, ask: Ask): Promise<readonly CountedType[]> {
  const listed = types.map((type) => ({ type, name: nameInPath(type) })).sort((a, b) => (a.name < b.name ? -1 : 1))
  const found: CountedType[] = []
  for (const { type, name } of listed) {
    const path = `${prefix}/${name}`
    const isCounted = type.kind === 'collectionType' && found.length < MOST_COUNTED
    found.push({ name, path, count: isCounted ? totalIn(await ask(`${path}?${COUNT}`)) : null })
  }
  return found
}

const COUNT = 'fields=documentId&pagination[pageSize]=1&pagination[withCount]=true'

function totalIn(body: Readonly<Record<string, unknown>> | null): number | null {
  const meta = body?.meta
  const pagination = isRecord(meta) ? meta.pagination : null
  const total = isRecord(pagination) ? pagination.total : null
  return typeof total === 'number' ? total : null
}
