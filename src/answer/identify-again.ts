/** The caller of a request that takes long, identified again: permissions may have been revoked since it began. */

import { authorize } from '../access/caller.ts'
import type { Route } from '../request/routes.ts'
import type { RequestContext } from './request-context.ts'

/** Throws the error that the same request would get now. */
export async function identifyAgain<R extends Route>(context: RequestContext<R>): Promise<RequestContext<R>> {
  const { request, call, app } = context
  const at = await app.revisions.now()
  const caller = await app.identify(request.headers.authorization, at)
  authorize(caller, call.action)
  return { ...context, caller, at }
}
