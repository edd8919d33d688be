/** Collects the errors of one body. Errors beyond the limit are only counted. */

import { type FieldError, fieldError, type ReportField, refuseFields } from './field-error.ts'

/** A body of one wrong list has hundreds of thousands: all of them would make a response of a hundred times its size. */
const MOST_LISTED = 1_000

/** Different ones. Further hints are not looked for. */
const MOST_HINTS = 3

export interface FieldErrors {
  readonly report: ReportField
  /** Throws if there are any. */
  refuse(): void
}

export function collectErrors(): FieldErrors {
  const listed: FieldError[] = []
  const hints = new Set<string>()
  let count = 0
  return {
    report: (place, what, value, hintOf) => {
      count += 1
      if (count > MOST_LISTED) return
      listed.push(fieldError(place, what, value))
      const hint = hints.size < MOST_HINTS ? hintOf?.() : undefined
      if (hint !== undefined) hints.add(hint)
    },
    refuse: () => refuseFields(listed, { count, hints: [...hints] }),
  }
}
