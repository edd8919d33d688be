import type { HttpRequest } from './http-request.ts'

/** The format of a body according to its `Content-Type`; null for unsupported ones. */
export function bodyFormat({ headers }: HttpRequest): 'json' | 'form' | 'multipart' | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const name = type.trim().toLowerCase()
  // https://www.rfc-editor.org/rfc/rfc6839#section-3.1: what ends in +json is JSON.
  if (name === 'application/json' || /^application\/[^/]+\+json$/.test(name)) return 'json'
  if (name === 'multipart/form-data') return 'multipart'
  return name === 'application/x-www-form-urlencoded' ? 'form' : null
}
