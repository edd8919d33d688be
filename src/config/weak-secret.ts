/** A secret for logins that can be guessed. The project is served, as by Strapi, and the secret is reported where it matters. */

import type { Notice } from './notice.ts'
import type { Settings } from './settings.ts'

/** Bytes, as many as Strapi generates. A signed token shows whether a guess is right, without asking the server. */
const SHORTEST = 16

export function weakSecret({
  production,
  secrets: { jwtSecret },
}: Pick<Settings, 'production' | 'secrets'>): readonly Notice[] {
  if (!production || jwtSecret === null) return []
  const bytes = Buffer.byteLength(jwtSecret)
  // A longer one may be a phrase or copied from a manual: that cannot be told.
  if (bytes >= SHORTEST) return []
  const message = `This secret has ${bytes} bytes, so it can be guessed, and whoever does can log in as every user. Use ${SHORTEST * 2} random bytes: openssl rand -base64 32. Users then have to log in again.`
  return [{ file: null, path: 'JWT_SECRET', about: 'config', model: null, message }]
}
