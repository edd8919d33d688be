/** The request to copy, and the facts that its code needs. */

import type { RequestModel } from './request.ts'
import type { Description } from './schema.ts'

export interface CopyContext {
  readonly origin: string
  /** Path and query string. */
  readonly url: string
  /** Null where the builder has no part in the request. */
  readonly request: RequestModel | null
  readonly description: Description
  readonly hasToken: boolean
}
