import type { QueryModel } from '../model/query-model.ts'
import type { RequestModel } from '../model/request.ts'

/** Props of the parts of the builder. */
export interface PartProps {
  readonly request: RequestModel
  readonly set: (part: Partial<QueryModel>) => void
}
