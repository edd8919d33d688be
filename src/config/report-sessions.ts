/** `jwtManagement: 'refresh'`: sessions of users, which are not kept here. */

import type { SettingReader } from './setting-readers.ts'

const PATH = 'users-permissions.config.jwtManagement'

/** Beside Strapi, users who log in here would be refused there: nothing but a notice says why. */
export function reportSessions(read: SettingReader): void {
  if (read.raw('plugins', PATH) !== 'refresh') return
  read.problem(
    'plugins',
    PATH,
    'There are no sessions here: a login gives a token for jwt.expiresIn and no refresh token, and Strapi refuses that token. Where Strapi runs beside, send the paths below …/auth to it.',
  )
}
