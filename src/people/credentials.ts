import { isRecord } from '../config/project-config.ts'
import { type FieldError, fieldError, refuseFields } from '../validate/field-error.ts'

export interface Credentials {
  /** An address or a username. */
  readonly identifier: string
  readonly password: string
}

/** The credentials in the body of a login. No error repeats what was sent. */
export function readCredentials(body: unknown): Credentials {
  const fields = isRecord(body) ? body : {}
  const [identifier, password] = [textOf(fields, 'identifier'), textOf(fields, 'password')]
  refuseFields([identifier, password].filter((field) => typeof field !== 'string'))
  return { identifier: String(identifier), password: String(password) }
}

function textOf(fields: Readonly<Record<string, unknown>>, key: string): string | FieldError {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined
  if (value === undefined || value === null || value === '') return fieldError([key], 'is a required field')
  return typeof value === 'string' ? value : fieldError([key], 'must be a `string` type')
}
