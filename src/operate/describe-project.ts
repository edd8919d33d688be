/** The whole API of a project, as a caller with all permissions sees it. */

import { ALL_RIGHTS } from '../access/caller.ts'
import { describeApp, knownServers } from '../answer/describe-app.ts'
import { checkProgramOptions } from '../config/program-options.ts'
import type { OpenOptions } from '../open/lectern.ts'
import { closeApp, openApp } from '../open/open-app.ts'
import type { OpenApiDocument } from '../openapi/document.ts'

/** Throws a ProjectError that holds every problem found when the project cannot be served. */
export async function describeProject(options: OpenOptions): Promise<OpenApiDocument> {
  checkProgramOptions(options)
  const { app } = await openApp(options, () => {})
  try {
    return describeApp(app, ALL_RIGHTS, knownServers(app.settings))
  } finally {
    await closeApp(app)
  }
}
