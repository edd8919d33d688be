import { ApiError } from '../errors/api-error.ts'
import { asList, isRawObject, type RawValue } from '../request/raw-params.ts'
import type { ParsedLocale } from './parsed-query.ts'

export interface LocaleForm {
  /** A single entry has one locale: lists are refused, and `*` is compared like any code. */
  readonly single: boolean
  /** `documents.strictParams`: codes must look like language tags. */
  readonly strict: boolean
}

export function parseLocale(raw: RawValue | undefined, form: LocaleForm): ParsedLocale {
  if (raw === undefined || raw === null || raw === '') return { kind: 'default' }
  if (typeof raw === 'string') return parseCode(raw, form)
  const list = asList(raw) ?? (isRawObject(raw) ? asList(raw.$in) : null)
  if (list === null) throw localeError('Expected a string or an array of strings', '')
  const codes = list.map((code) => {
    if (typeof code !== 'string') throw localeError('Expected a string or an array of strings', '')
    return code
  })
  if (form.single) {
    throw new ApiError('VALUE_INVALID', {
      message: `Invalid locale param ${codes.join(',')} provided. Document locales must be strings.`,
    })
  }
  if (form.strict) for (const [index, code] of codes.entries()) checkTag(code, `[${index}]`)
  return { kind: 'codes', codes }
}

function parseCode(code: string, form: LocaleForm): ParsedLocale {
  if (code === '*' && !form.single) return { kind: 'every' }
  if (form.strict && code !== '*') checkTag(code, '')
  return { kind: 'codes', codes: [code] }
}

const LANGUAGE_TAG = /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/
const MAX_TAG_LENGTH = 35

function checkTag(code: string, index: string): void {
  if (code.length > MAX_TAG_LENGTH)
    throw localeError(`Locale exceeds maximum length of ${MAX_TAG_LENGTH} characters.`, index)
  if (!LANGUAGE_TAG.test(code)) {
    throw localeError('Locale must be a valid BCP 47 format (e.g. en, en-US, zh-Hans).', index)
  }
}

function localeError(what: string, index: string): ApiError {
  return new ApiError('VALUE_INVALID', { message: `Invalid parameter at 'locale${index}'. ${what}` })
}
