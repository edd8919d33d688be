/** Milliseconds before an outage is reported: a database that is restarted, or replaced as a file, is soon back. */
const REPORTED_AFTER_MS = 3_000

export interface Outage {
  readonly failed: (error: unknown) => void
  readonly over: () => void
}

/** Failures in a row are reported once, and only when they last. */
export function createOutage(now: () => number, report: (error: unknown) => void): Outage {
  let since: number | null = null
  let isReported = false
  return {
    failed: (error) => {
      since ??= now()
      if (isReported || now() - since < REPORTED_AFTER_MS) return
      isReported = true
      report(error)
    },
    over: () => {
      since = null
      isReported = false
    },
  }
}
