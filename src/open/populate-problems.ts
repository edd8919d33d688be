/** Checks the names in `populate` of config/api once, at startup instead of in the first request. */

import { READS_ALL } from '../access/caller.ts'
import type { App } from '../answer/app.ts'
import { parseAndCheck } from '../answer/prepare.ts'
import type { Problem } from '../config/problem.ts'
import { suggestion } from '../config/suggestion.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ContentType } from '../schema/schema.ts'

export function populateProblems(app: Pick<App, 'schema' | 'settings' | 'tables'>): readonly Problem[] {
  const { contentTypes } = app.schema
  return [...app.settings.populate.keys()].flatMap((uid) => {
    const type = contentTypes.get(uid)
    const message =
      type === undefined || !type.hasRoutes
        ? `There is no content type of this name.${suggestion(uid, [...contentTypes.keys()])}`
        : errorIn(type, app)
    return message === null ? [] : [{ file: 'config/api', path: `populate.${uid}`, message }]
  })
}

function errorIn(type: ContentType, app: Pick<App, 'schema' | 'settings' | 'tables'>): string | null {
  const params = { populate: app.settings.populate.get(type.uid) ?? '' }
  try {
    // Permissions are checked in requests: they may be granted later.
    parseAndCheck({ params, type, single: false, caller: READS_ALL, defaultLocale: null }, app)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { path, hint } = error.details
    const place = typeof path === 'string' ? ` at ${path}` : ''
    return `${error.message}${place}.${typeof hint === 'string' ? ` ${hint}` : ''}`
  }
}
