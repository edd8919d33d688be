import { createHash, timingSafeEqual } from 'node:crypto'
import { isFromHere } from '../request/from-here.ts'
import type { HttpRequest } from '../request/http-request.ts'

/** Metrics reveal content types and their use: only for clients with the token, or on the same machine. */
export function mayReadMetrics(request: HttpRequest, token: string | null): boolean {
  if (token === null) return isFromHere(request)
  const given = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
