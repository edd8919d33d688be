/** Writes one line of the audit log for each write and login, whether it succeeded or not. */

import { actorOf } from '../audit/audit.ts'
import { textOf } from '../request/body.ts'
import type { HttpResponse } from '../request/http-request.ts'
import type { Call } from '../request/read-call.ts'
import { toApiError } from '../respond/error-body.ts'
import type { RequestContext } from './request-context.ts'

export async function audited(
  { request, call, caller, app }: RequestContext,
  work: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  if (call.operation === 'read' || call.operation === 'options') return work()
  const tell = (outcome: string, response: HttpResponse | null) => {
    const subject = subjectOf(call, response)
    const { address } = request
    app.audit({
      action: call.action ?? call.route.kind,
      by: actorOf(caller),
      outcome,
      ...(subject === null ? {} : { subject }),
      ...(address === undefined ? {} : { address }),
    })
  }
  try {
    const response = await work()
    tell('done', response)
    return response
  } catch (error) {
    tell(toApiError(error).code, null)
    throw error
  }
}

/** The id of a new entry, of a single type and of a user who logs in is only in the response. */
const CREATED = /^\{"data":\{"id":\d+,"documentId":"([^"]+)"/
const CREATED_V4 = /^\{"data":\{"id":(\d+)/
const LOGGED_IN = /,"user":\{"id":(\d+)/

function subjectOf({ route }: Call, response: HttpResponse | null): string | number | null {
  if ('documentId' in route && route.documentId !== null) return route.documentId
  if (route.kind === 'file') return route.id
  const body = response === null ? '' : textOf(response)
  if (route.kind === 'login') {
    const id = LOGGED_IN.exec(body)?.[1]
    return id === undefined ? null : Number(id)
  }
  return CREATED.exec(body)?.[1] ?? CREATED_V4.exec(body)?.[1] ?? null
}
