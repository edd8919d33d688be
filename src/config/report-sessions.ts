/** Reports `jwtManagement: 'refresh'`: Lectern has no sessions of users. */

import type { SettingReader } from './setting-readers.ts'

const PATH = 'users-permissions.config.jwtManagement'

/** Strapi would refuse the tokens of users who log in to Lectern; only this notice explains why. */
export function reportSessions(read: SettingReader): void {
  if (read.raw('plugins', PATH) !== 'refresh') return
  read.problem(
    'plugins',
    PATH,
    'There are no sessions here: a login gives a token for jwt.expiresIn and no refresh token, and Strapi refuses that token. If Strapi runs as well, send the paths below …/auth to it.',
  )
}
