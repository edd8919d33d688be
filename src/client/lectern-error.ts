/** The error of a request that the server refused. */

export interface ErrorDetails {
  /** The invalid parameter. */
  readonly param?: string
  /** The attributes on the way to the key. */
  readonly path?: string | null
  readonly key?: string
  /** What to write instead. */
  readonly hint?: string
  /** The limit that was exceeded. */
  readonly limit?: string
  /** All problems of a body. */
  readonly errors?: readonly FieldProblem[]
  readonly [name: string]: unknown
}

export interface FieldProblem {
  readonly path: readonly string[]
  readonly message: string
  readonly name: string
  readonly value?: unknown
}

/** The request and the status of its response. */
interface Origin {
  readonly method: string
  readonly url: string
  readonly status: number
}

/**
 * A response with an error status. The message contains the request, the status and the hint, since logs and error
 * pages show little else: `GET …/api/articles: 400 Invalid key titel. Did you mean title?`
 */
export class LecternError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** The name of the error in the response: `ValidationError`. */
  readonly code: string
  /** The message of the response, without the request. */
  readonly reason: string
  readonly method: string
  /** The URL without its query, which may hold secrets. */
  readonly url: string
  readonly details: ErrorDetails
  /** Hints on what to do instead. */
  readonly hints: readonly string[]

  constructor({ method, url, status }: Origin, code: string, reason: string, details: ErrorDetails) {
    const place = withoutSecrets(url)
    const hints = details.hint === undefined ? [] : [details.hint]
    // The response may come from something other than Lectern, with a message that is not a string.
    const advice = [`${String(reason).replace(/\.$/, '')}${listed(details.errors)}`, ...hints].join('. ')
    super(`${method} ${place}: ${status} ${advice}`.trim())
    this.name = 'LecternError'
    this.status = status
    this.code = code
    this.reason = reason
    this.method = method
    this.url = place
    this.details = details
    this.hints = hints
  }
}

/** The first problems, since "2 errors occurred" does not name them. */
function listed(errors: ErrorDetails['errors']): string {
  if (!Array.isArray(errors) || errors.length < 2) return ''
  const first = errors.slice(0, LISTED).map(({ path, message }) => `${path?.join('.')}: ${message}`)
  return `: ${[...first, ...(errors.length > LISTED ? ['…'] : [])].join('; ')}`
}

const LISTED = 5

/** `https://user:password@host/api/articles?x=y` → `https://host/api/articles` */
function withoutSecrets(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^([^/]*\/\/)[^/]*@/, '$1')
}

/** A proxy may have responded instead of the server: then only the status is known. */
export function errorOf(origin: Origin, statusText: string, body: string): LecternError {
  const { name, message, details } = envelopeIn(body)
  return new LecternError(origin, name ?? 'UnknownError', message ?? statusText, details ?? {})
}

interface Envelope {
  readonly name?: string
  readonly message?: string
  readonly details?: ErrorDetails
}

function envelopeIn(body: string): Envelope {
  try {
    return (JSON.parse(body) as { readonly error?: Envelope } | null)?.error ?? {}
  } catch {
    return {}
  }
}
