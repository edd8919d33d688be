/** Data for the tools: the project, and the caller whose token they use. */

import type { VisibleSchema } from '../access/visible-schema.ts'
import type { Limits } from '../config/limits.ts'
import type { RestSettings } from '../config/settings.ts'

export interface Site {
  readonly view: VisibleSchema
  readonly rest: RestSettings
  readonly limits: Limits
  /** The version of the server. */
  readonly version: string
  /** The body of a `GET` request by the same caller. Throws the error that it gets. */
  read(url: string): Promise<string>
}
