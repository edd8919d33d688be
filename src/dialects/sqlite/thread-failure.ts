/** Errors on their way from one thread to another: what is special about one is its code, and that would not survive. */

export interface ThreadFailure {
  readonly message: string
  readonly code: string
}

export function failureOf(error: unknown): ThreadFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return { message: error instanceof Error ? error.message : String(error), code }
}

export function errorIn({ message, code }: ThreadFailure): Error {
  return Object.assign(new Error(message), { code })
}
