/** What to do if the driver cannot be loaded. */

import { NODE_API_OF_13 } from './driver.ts'

/** Null unless the driver or its compiled part is missing, or was compiled for another version of Node. */
export function driverSentence(
  code: string,
  message: string,
  { node, napi }: { readonly node: string; readonly napi?: string },
): string | null {
  if (code === 'MODULE_NOT_FOUND') {
    return 'The SQLite driver is not installed, as after npm install --omit=optional, or where it could not be built. Run: npm install --include=optional. Node 22.14 or later needs nothing to be built'
  }
  const isNotBuilt = message.startsWith('Could not locate the bindings file')
  if (!isNotBuilt && code !== 'ERR_DLOPEN_FAILED') return null
  // Rebuilding would make version 12 loadable, which then crashes later: see driver.ts.
  if (Number(napi) >= NODE_API_OF_13) {
    return `The SQLite driver for this version of Node (${node}) is not installed, because npm was run with an older one, or on another system. Delete node_modules, and run: npm install`
  }
  return isNotBuilt
    ? 'The SQLite driver is not built, because npm has not run its install script. Run: npm rebuild better-sqlite3. Where npm asks for approval of install scripts, run before it: npm install-scripts approve better-sqlite3'
    : `The SQLite driver was built for another version of Node, or another system, than this one (Node ${node}). Run: npm rebuild better-sqlite3`
}
