import { ApiError } from '../errors/api-error.ts'
import type { Populate } from './query.ts'

export interface AskedLevels {
  /** The parameter that sets the levels: `**` or `pLevel`. */
  readonly name: string
  readonly levels: number
  /** More levels than this exceed the limits, or make no difference. */
  readonly most: number
  readonly param: string
  /** The parameter with another number of levels. */
  readonly written: (levels: number) => string
}

/** Populates the requested number of levels. If that exceeds a limit, the error says how many levels do not. */
export function fittingLevels(
  asked: AskedLevels,
  expand: (levels: number) => readonly Populate[],
): readonly Populate[] {
  try {
    return expand(asked.levels)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'LIMIT_EXCEEDED') throw error
    throw withFittingLevel(error, asked, expand)
  }
}

function withFittingLevel(
  error: ApiError,
  { name, levels, most, param, written }: AskedLevels,
  expand: (levels: number) => readonly Populate[],
): ApiError {
  const highest = Math.min(levels, most) - 1
  const fewer = Array.from({ length: highest }, (_, index) => highest - index)
  const fitting = fewer.find((number) => fits(number, expand))
  const hint =
    fitting === undefined ? 'Leave something out, or name what to populate' : `${written(fitting)} is within it`
  return new ApiError(error.code, {
    message: `${error.message}: ${name} with ${levels} levels goes beyond it`,
    details: { ...error.details, param, hint },
  })
}

function fits(levels: number, expand: (levels: number) => readonly Populate[]): boolean {
  try {
    expand(levels)
    return true
  } catch {
    return false
  }
}
