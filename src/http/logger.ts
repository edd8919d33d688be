/** The log: JSON lines for machines, short lines for people. One line a request, and never a credential. */

import { type DestinationStream, destination as fileDestination, type Logger, levels, pino } from 'pino'
import type { ApiError } from '../errors/api-error.ts'
import type { HttpRequest } from '../request/http-request.ts'
import { humanLine } from './human-line.ts'
import { linesTogether } from './lines-together.ts'
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
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination(options))
}

function destination(options: LoggerOptions): DestinationStream {
  const { write } = options
  if (options.human) {
    const print = write ?? ((text: string) => process.stderr.write(text))
    const { colour = false } = options
    return { write: (line) => print(humanLine(JSON.parse(line), colour)) }
  }
  return write === undefined ? standardError() : { write }
}

/** Lines are written in the background; code that ends the process flushes them first, and waits for a while. */
function standardError(): DestinationStream {
  // With less than a byte, flushing would not wait until everything is written.
  const stream = fileDestination({ dest: 2, sync: false, minLength: 1 })
  // At exit pino would try again forever where the reader of a pipe has gone.
  stream.flushSync = () => undefined
  return linesTogether(stream)
}

export interface Served {
  readonly request: HttpRequest
  readonly status: number
  readonly milliseconds: number
  readonly bytes: number
  readonly code: string | null
}

export function logServed(logger: Logger, served: Served): void {
  const level = served.status >= 500 ? 'error' : 'info'
  if (!logger.isLevelEnabled(level)) return
  logger[level]({
    method: served.request.method,
    url: redactUrl(served.request.url),
    status: served.status,
    ms: Math.round(served.milliseconds * 100) / 100,
    bytes: served.bytes,
    ...(served.request.address === undefined ? {} : { address: served.request.address }),
    ...(served.code === null ? {} : { code: served.code }),
  })
}

/** Errors of the caller, and deliberate refusals, need only the request's line in the log. */
export function logFailure(logger: Logger, error: ApiError): void {
  if (error.status < 500 || (error.status === 503 && error.cause === undefined)) return
  logger.error({ err: error.cause ?? error, code: error.code }, 'A request failed')
}
