/** The response of one server, or why there is none. */

import { isObject, type Json, type JsonObject } from './find-differences.ts'

export interface Answer {
  readonly status: number
  /** Null if the body is not JSON. */
  readonly json: { readonly value: Json } | null
  /** The beginning of a body that is not JSON, for messages. */
  readonly text: string
  readonly milliseconds: number
  /** The target of a redirect. */
  readonly location: string | null
  /** Whether Lectern sent it, instead of Strapi. */
  readonly isLecterns: boolean
}

export interface Failure {
  /** `no response within 30 s`, `connection refused`. */
  readonly failure: string
  readonly milliseconds: number
}

export type Asked = Answer | Failure

export type Ask = (path: string, options: { readonly anonymous: boolean }) => Promise<Asked>

export function isFailure(asked: Asked): asked is Failure {
  return 'failure' in asked
}

/** The error in Strapi's envelope; null if the response is not an error. */
export function errorOf({ json }: Answer): JsonObject | null {
  const error = isObject(json?.value) ? json.value.error : undefined
  return isObject(error) ? error : null
}
