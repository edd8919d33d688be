/** A body → its `data`, an object of values that may still be anything. */

import { jsonDepth } from '../config/json-depth.ts'
import { jsonErrorCause } from '../config/json-error-cause.ts'
import { jsonErrorPosition } from '../config/json-error-position.ts'
import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { placeIn } from '../config/place-in.ts'
import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'
import { bodyFormat } from './content-type.ts'
import { withBrackets } from './dotted-names.ts'
import type { HttpRequest } from './http-request.ts'
import { parseQueryString } from './parse-query-string.ts'

export type BodyData = Readonly<Record<string, unknown>>

type BodyFormat = ReturnType<typeof bodyFormat>

export function readBody(request: HttpRequest, limits: Limits): BodyData {
  const format = bodyFormat(request)
  const whole = parseBody(request, limits, withBrackets)
  const data = isRecord(whole) && Object.hasOwn(whole, 'data') ? whole.data : undefined
  if (!isRecord(data)) throw new ApiError('DATA_MISSING', { details: { hint: dataHint(format, data ?? whole) } })
  refuseUnstorable(request, format, data, 'data')
  return data
}

/** For the few bodies that have no `data`. Null for what is neither JSON nor form data. */
export function readWholeBody(request: HttpRequest, limits: Limits): unknown {
  const whole = parseBody(request, limits)
  refuseUnstorable(request, bodyFormat(request), whole, 'body')
  return whole
}

function parseBody(request: HttpRequest, limits: Limits, named = (form: string) => form): unknown {
  const format = bodyFormat(request)
  const { body = '' } = request
  // The HTTP server checks this too, while it reads; this check is for requests without a socket.
  if (Buffer.byteLength(body) > limits.bodySize) throw limitExceeded('bodySize', limits.bodySize)
  if (format === 'form') return parseQueryString(named(body), limits)
  return format === 'json' ? parseJson(body, limits) : null
}

const DATA_HINT = 'Put the attributes into an object "data", as in { "data": { "title": "Hello" } }.'
const JSON_HINT = 'Send JSON, with the header Content-Type: application/json.'

const ONE_ENTRY = 'One request writes one entry, { "data": { … } }, and not a list of them'

const HINTS = {
  json: DATA_HINT,
  // Also what curl sends with `-d` alone.
  form: `${JSON_HINT} In a form, name the fields as in data[title].`,
  multipart: `${JSON_HINT} Files are sent to …/upload by themselves; then write their ids into the entry.`,
}

function dataHint(format: BodyFormat, sent: unknown): string {
  if (Array.isArray(sent)) return ONE_ENTRY
  return format === null ? JSON_HINT : HINTS[format]
}

function parseJson(text: string, limits: Limits): unknown {
  if (text.trim() === '') return null
  // Before anything walks into it: what is nested deeply enough overflows the stack.
  if (jsonDepth(text) > limits.bodyDepth) throw limitExceeded('bodyDepth', limits.bodyDepth)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw malformed(text, cause)
  }
}

function malformed(text: string, cause: unknown): ApiError {
  const position = errorPosition(text)
  if (position === null) return new ApiError('BODY_MALFORMED', { message: 'The body is not valid JSON', cause })
  const hint = text.startsWith('[object Object]') ? STRINGIFY : (shellHint(text) ?? jsonErrorCause(text, position))
  return new ApiError('BODY_MALFORMED', {
    message: `The body is not valid JSON at position ${position}`,
    ...(hint === undefined ? {} : { details: { hint } }),
    cause,
  })
}

/** `fetch` turns an object into `[object Object]`. */
const STRINGIFY = 'The body is an object that was converted to a text: send JSON.stringify(body)'

/** cmd.exe sends `'{"data":…}'` with its apostrophes, and without the inner quotes; PowerShell 5 sends `{data:{title:Hello}}`. */
function shellHint(text: string): string | undefined {
  const isChanged = /^'[{[]/.test(text) || (/^\{\s*[A-Za-z]/.test(text) && !/["']/.test(text))
  return isChanged ? QUOTES_OF_SHELLS : undefined
}

const QUOTES_OF_SHELLS =
  'Write texts and names in double quotes: "title". Some shells change the quotes (cmd.exe, PowerShell): write the body into a file, and send it with curl -d @body.json'

function errorPosition(text: string): number | null {
  try {
    return jsonErrorPosition(text)
  } catch {
    // A text of many megabytes is more than a regular expression can match.
    return null
  }
}

const NUL_OR_LONE_SURROGATE = /\0|\p{Surrogate}/u

/** How JSON writes them. Valid pairs match, too. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i

/** Not every database can store these, so they are refused on all: a request gets the same response everywhere. */
function refuseUnstorable({ body = '' }: HttpRequest, format: BodyFormat, value: unknown, path: string): void {
  // Nearly all bodies: looking at each value takes as long as parsing them.
  if (format === 'json' && !NUL_OR_LONE_SURROGATE.test(body) && !ESCAPED.test(body)) return
  const place = placeIn(value, isUnstorable)
  if (place !== null) throw unstorable([path, ...place].join('.'))
}

/** For an object: whether one of its keys has them. */
function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return NUL_OR_LONE_SURROGATE.test(value)
  return isRecord(value) && Object.keys(value).some((key) => NUL_OR_LONE_SURROGATE.test(key))
}

function unstorable(path: string): ApiError {
  return new ApiError('BODY_MALFORMED', {
    message: `The body has a NUL character or half of a surrogate pair at ${path}, which cannot be stored`,
    details: { path, source: 'body' },
  })
}
