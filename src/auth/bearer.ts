/**
 * The credential in `Authorization: Bearer <credential>`. Any other form gives null: the request is answered as public.
 */
export function bearerOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null
  const [scheme, credential, ...more] = authorization.trim().split(/\s+/)
  if (scheme?.toLowerCase() !== 'bearer' || credential === undefined || more.length > 0) return null
  return credential
}
