import { ApiError } from '../errors/api-error.ts'
import { type Caller, may } from './caller.ts'

/** Before anything of the query is looked at: whoever may not call learns nothing about it. */
export function authorize(caller: Caller, action: string | null): void {
  if (action !== null && !may(caller, action)) throw new ApiError('FORBIDDEN')
}
