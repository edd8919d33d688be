/** Types that archives do not carry, or whose entries mean nothing outside the server that wrote them. */

const PREFIXES = ['admin::', 'plugin::content-releases.', 'plugin::review-workflows.']

export function isLeftOut(uid: string): boolean {
  return PREFIXES.some((prefix) => uid.startsWith(prefix))
}

/** Types whose entries a new database starts with; those of an archive replace them. */
export const SETTINGS_TYPES: readonly string[] = [
  'plugin::i18n.locale',
  'plugin::users-permissions.role',
  'plugin::users-permissions.permission',
]
