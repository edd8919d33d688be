/** The oldest supported Node, as in `engines` of package.json, which npm only warns about. */
export const OLDEST_NODE = '20.19'

/** Runtimes that report a recent Node version, but lack parts of Node that the server needs. */
const OTHERS = [
  ['bun', 'Bun'],
  ['deno', 'Deno'],
] as const

type Versions = Readonly<Record<string, string | undefined>>

/** The message for a Node that is too old, or for another runtime; otherwise null. */
export function unfitRuntime(versions: Versions): string | null {
  for (const [key, name] of OTHERS) {
    if (versions[key] === undefined) continue
    return `✗ Lectern runs on Node ${OLDEST_NODE} or later, and this is ${name} ${versions[key]}. Install Node from https://nodejs.org, and run: npx lectern. Programs that run on ${name} can read from it over HTTP, with lectern/client.`
  }
  const { node = '' } = versions
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = OLDEST_NODE.split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null
  return `✗ Lectern needs Node ${OLDEST_NODE} or later, and this is Node ${node}. Install a newer one from https://nodejs.org, or with your version manager: nvm install 22.`
}
