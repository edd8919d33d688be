/** Adds misspelt keys to an error about a database: `filenam` is the reason why the file is not found. */

import type { Notice } from '../config/notice.ts'
import { ProjectError, UnreachableError } from '../config/problem.ts'

export async function withLikelyCauses<T>(leftOut: readonly Notice[], open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    // Other notices, such as those about plugins of Strapi, have nothing to do with the error.
    const causes = leftOut.filter(({ about }) => about === 'misspelling')
    if (!(error instanceof ProjectError) || causes.length === 0) throw error
    const problems = [...error.problems, ...causes]
    throw error instanceof UnreachableError ? new UnreachableError(problems) : new ProjectError(problems)
  }
}
