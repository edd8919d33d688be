/** The log: JSON for machines, short lines in a terminal. One line for each request, never with a credential. */

import { type DestinationStream, type Logger, levels, pino } from 'pino'
import type { Log } from '../config/log.ts'
import type { ApiError, Refused } from '../errors/api-error.ts'
import type { HttpRequest } from '../request/http-request.ts'
import { humanLine } from './human-line.ts'
import { openLogStream } from './log-stream.ts'
import { memoize } from './memoize.ts'
import { redactUrl } from './redact-url.ts'

export const LOG_LEVELS: readonly string[] = [...Object.keys(levels.values), 'silent']

export interface LoggerOptions {
  readonly level?: string
  /** Short lines instead of JSON. */
  readonly human?: boolean
  /** Whether short lines have colours. */
  readonly colour?: boolean
  readonly write?: (text: string) => void
}

/** Logs to standard error; standard output is for the output of commands. */
export function createLogger(options: LoggerOptions = {}): Logger {
  const level = options.level ?? 'info'
  const timestamp = createTimestamp()
  return pino({ level, base: null, timestamp }, destination(options, timestamp))
}

/** The same format as pino's own; computed once a millisecond. */
function createTimestamp(): () => string {
  let at = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now === at) return text
    at = now
    text = `,"time":"${new Date(now).toISOString()}"`
    return text
  }
}

function destination(options: LoggerOptions, timestamp: () => string): DestinationStream {
  const { write } = options
  if (options.human) {
    const print = write ?? ((text: string) => process.stderr.write(text))
    const { colour = false } = options
    return { write: (line) => print(humanLine(JSON.parse(line), colour)) }
  }
  if (write !== undefined) return { write }
  return openLogStream((msg) => `{"level":${levels.values.warn}${timestamp()},"msg":${JSON.stringify(msg)}}\n`)
}

export interface Served {
  readonly request: HttpRequest
  readonly status: number
  readonly milliseconds: number
  readonly bytes: number
  readonly code: string | null
  readonly refused?: Refused | undefined
  readonly ignored?: string | undefined
}

export function createLogServed(logger: Log): (served: Served) => void {
  const shown = memoize(redactUrl)
  return ({ request: { method, url, address }, status, milliseconds, bytes, code, refused, ignored }) => {
    const level = status >= 500 ? 'error' : 'info'
    if (!logger.isLevelEnabled(level)) return
    const ms = Math.round(milliseconds * 100) / 100
    // Undefined members are left out.
    logger[level]({ method, url: shown(url), status, ms, bytes, address, code: code ?? undefined, ignored, ...refused })
  }
}

/** Errors of the caller, and deliberate refusals, need only the request's line in the log. */
export function logFailure(logger: Log, error: ApiError): void {
  if (
    (error.status < 500 && error.code !== 'CONSTRAINT_VIOLATED') ||
    (error.status === 503 && error.cause === undefined)
  )
    return
  logger.error({ err: error.cause ?? error, code: error.code }, 'A request failed')
}
