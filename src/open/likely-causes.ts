/** Adds ignored keys to an error about a database: `filenam` is the reason why the file is not found. */

import type { Notice } from '../config/notice.ts'
import { ProjectError, UnreachableError } from '../config/problem.ts'

/** Switches of a content type: with a text in place of `true` they are off, and entries would have to be converted. */
const CONVERTS = /^options\.draftAndPublish$|^pluginOptions\.i18n\.localized$/

export async function withLikelyCauses<T>(leftOut: readonly Notice[], open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    // Other notices, such as those about plugins of Strapi, have nothing to do with the error.
    const causes = leftOut.filter(({ about, path }) => about === 'misspelling' || CONVERTS.test(path ?? ''))
    if (!(error instanceof ProjectError) || causes.length === 0) throw error
    const problems = [...error.problems, ...causes]
    throw error instanceof UnreachableError ? new UnreachableError(problems) : new ProjectError(problems)
  }
}
