#!/usr/bin/env node
/**
 * Where the program starts. It imports nothing that an older Node lacks: there, a static import of the rest would end in a
 * SyntaxError about a missing export before the first line runs.
 */

import { outdatedNode } from './outdated-node.ts'

const outdated = outdatedNode(process.versions.node)
if (outdated !== null) {
  process.stderr.write(`${outdated}\n`)
  process.exit(1)
}
await import('./program.ts')
