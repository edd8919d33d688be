/** Reports a JWT secret that can be guessed. The project is still served, as by Strapi. */

import type { Notice } from './notice.ts'
import type { Settings } from './settings.ts'

/** In bytes, as many as Strapi generates. A signed token lets anyone test guesses without the server. */
const SHORTEST = 16

export function weakSecret({
  production,
  secrets: { jwtSecret },
}: Pick<Settings, 'production' | 'secrets'>): readonly Notice[] {
  if (!production || jwtSecret === null) return []
  const bytes = Buffer.byteLength(jwtSecret)
  // A longer secret may be guessable, too, such as a phrase, but that cannot be detected.
  if (bytes >= SHORTEST) return []
  const message = `This secret has ${bytes} bytes, so it can be guessed, and an attacker who guesses it can log in as every user. Use ${SHORTEST * 2} random bytes: openssl rand -base64 32. Users then have to log in again.`
  return [{ file: null, path: 'JWT_SECRET', about: 'config', model: null, message }]
}
