/** Types that archives do not carry, or whose entries mean nothing outside the server that wrote them. */

const PREFIXES = ['admin::', 'plugin::content-releases.', 'plugin::review-workflows.']

export function isLeftOut(uid: string): boolean {
  return PREFIXES.some((prefix) => uid.startsWith(prefix))
}

/** Types whose first entries come with a new database: they are settings, and an archive's take their place. */
export const SETTINGS_TYPES: readonly string[] = [
  'plugin::i18n.locale',
  'plugin::users-permissions.role',
  'plugin::users-permissions.permission',
]
