/** The credential in `Authorization: Bearer <credential>`; null for every other form, which counts as none at all. */
export function bearerOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null
  const [scheme, credential, ...more] = authorization.trim().split(/\s+/)
  if (scheme?.toLowerCase() !== 'bearer' || credential === undefined || more.length > 0) return null
  return credential
}
