import { ApiError } from '../errors/api-error.ts'
import { type Caller, may } from './caller.ts'

/** Checked before the query is parsed, so that a caller without permission learns nothing about the type. */
export function authorize(caller: Caller, action: string | null): void {
  if (action !== null && !may(caller, action)) throw new ApiError('FORBIDDEN')
}
