/** The oldest Node that the program runs on: `engines` in package.json, which npm only warns about. */
export const OLDEST_NODE = '20.19'

/** What to tell the user of a Node that is too old; null otherwise. */
export function outdatedNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = OLDEST_NODE.split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null
  return `✗ Lectern needs Node ${OLDEST_NODE} or later, and this is Node ${version}. Install a newer one from https://nodejs.org, or with your version manager: nvm install 22.`
}
