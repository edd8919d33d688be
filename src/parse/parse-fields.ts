import { ApiError } from '../errors/api-error.ts'
import { asList, type RawValue } from '../request/raw-params.ts'
import type { ParsedFields } from './parsed-query.ts'

/** `fields=a,b`, `fields[0]=a`, repeated; `*` and a bare `fields` mean all. Names beside `*` stay, to be checked. */
export function parseFields(raw: RawValue | undefined): ParsedFields {
  if (raw === undefined || raw === null || raw === '*') return null
  const list = typeof raw === 'string' ? raw.split(',') : asList(raw)
  if (list === null) throw fieldsError()
  const names = list.flatMap((item) => {
    // `fields[]` without a value asks for nothing but the identifiers.
    if (item === null) return []
    if (typeof item !== 'string' || (typeof raw !== 'string' && item.includes(','))) throw fieldsError()
    const name = item.trim()
    if (name === '') throw fieldsError()
    return [name]
  })
  return names.length > 0 && names.every((name) => name === '*') ? null : names
}

function fieldsError(): ApiError {
  return new ApiError('PARAM_SHAPE', {
    message: 'Invalid fields parameter. Expected a string or an array of strings',
  })
}
