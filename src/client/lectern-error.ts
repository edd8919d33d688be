/** What the server refused, and why. */

export interface ErrorDetails {
  /** The parameter that is wrong. */
  readonly param?: string
  /** The attributes that lead to the key. */
  readonly path?: string | null
  readonly key?: string
  /** What to write instead. */
  readonly hint?: string
  /** The limit that was exceeded. */
  readonly limit?: string
  /** Of a body: everything that is wrong with it. */
  readonly errors?: readonly FieldProblem[]
  readonly [name: string]: unknown
}

export interface FieldProblem {
  readonly path: readonly string[]
  readonly message: string
  readonly name: string
  readonly value?: unknown
}

export class LecternError extends Error {
  /** Of HTTP. */
  readonly status: number
  /** The name of the error in the answer: `ValidationError`. */
  readonly code: string
  readonly details: ErrorDetails
  /** Sentences that say what to do instead. */
  readonly hints: readonly string[]

  constructor(status: number, code: string, message: string, details: ErrorDetails) {
    super(message)
    this.name = 'LecternError'
    this.status = status
    this.code = code
    this.details = details
    this.hints = details.hint === undefined ? [] : [details.hint]
  }
}

/** Something between here and the server may have answered in its place: then the status is all there is to tell. */
export function errorOf(status: number, statusText: string, body: string): LecternError {
  const { name, message, details } = envelopeIn(body)
  const plain = `The server answered ${[status, statusText].filter(Boolean).join(' ')}.`
  return new LecternError(status, name ?? 'UnknownError', message ?? plain, details ?? {})
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
