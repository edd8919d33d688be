import { ApiError } from '../errors/api-error.ts'
import { asList, type RawValue } from '../request/raw-params.ts'

/** `by=a,b`, `by[0]=a&by[1]=b`: at least one name. Empty without the parameter. */
export function parseNames(raw: RawValue | undefined, param: string): readonly string[] {
  if (raw === undefined) return []
  const list = typeof raw === 'string' ? raw.split(',').map((name) => name.trim()) : (asList(raw) ?? [])
  const names = list.filter((name) => typeof name === 'string' && name !== '' && !name.includes(','))
  if (names.length > 0 && names.length === list.length) return names as readonly string[]
  throw new ApiError('PARAM_SHAPE', {
    message: `Invalid ${param} parameter. Expected a string or an array of strings`,
    details: { source: 'query', param, hint: `Write ${param}[0]=a&${param}[1]=b, or ${param}=a,b` },
  })
}
