import { ApiError } from '../errors/api-error.ts'
import { asList, isRawObject, type RawValue } from '../request/raw-params.ts'
import { type Extensions, extensionHint } from '../vocabulary/extensions.ts'
import type { ParsedLocale } from './parsed-query.ts'

export interface LocaleForm {
  /** A single entry has one locale: lists are refused, and `*` is compared like any code. */
  readonly single: boolean
  /** `documents.strictParams`: codes must look like language tags. */
  readonly strict: boolean
  readonly extensions: Extensions
}

export function parseLocale(raw: RawValue | undefined, form: LocaleForm): ParsedLocale {
  if (raw === undefined || raw === null || raw === '') return { kind: 'default' }
  if (typeof raw === 'string') return parseCode(raw, form)
  const list = asList(raw) ?? (isRawObject(raw) ? asList(raw.$in) : null)
  if (list === null) return parseFallback(raw, form)
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

/** `locale[$first][0]=fr-CH&locale[$first][1]=en`, or `locale[$first]=fr-CH,en`. */
function parseFallback(raw: RawValue, { strict, extensions }: LocaleForm): ParsedLocale {
  const first = isRawObject(raw) && Object.keys(raw).length === 1 ? raw.$first : undefined
  if (first === undefined || !extensions.on.has('localeFallback')) {
    const hint = first === undefined ? undefined : extensionHint('localeFallback', extensions)
    throw localeError('Expected a string or an array of strings', '', hint)
  }
  const list = typeof first === 'string' ? first.split(',').map((code) => code.trim()) : (asList(first) ?? [])
  const codes = new Set(list.map(fallbackCode))
  if (codes.size === 0) throw fallbackError()
  if (strict) for (const code of codes) checkTag(code, '[$first]')
  return { kind: 'first', codes: [...codes] }
}

/** `*` has no first locale, and a list of codes is not a code. */
function fallbackCode(code: RawValue): string {
  if (typeof code !== 'string' || code === '' || code === '*' || code.includes(',')) throw fallbackError()
  return code
}

function fallbackError(): ApiError {
  return localeError(
    'Expected codes of locales, the best first: locale[$first][0]=fr-CH&locale[$first][1]=en',
    '[$first]',
  )
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

function localeError(what: string, index: string, hint?: string): ApiError {
  const message = `Invalid parameter at 'locale${index}'. ${what}`
  return new ApiError('VALUE_INVALID', hint === undefined ? { message } : { message, details: { hint } })
}
