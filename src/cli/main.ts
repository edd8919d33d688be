#!/usr/bin/env node
/**
 * Where the program starts. It imports nothing that an older Node lacks: there, a static import of the rest would end in a
 * SyntaxError about a missing export before the first line runs.
 */

import { unfitRuntime } from './unfit-runtime.ts'

const unfit = unfitRuntime(process.versions)
if (unfit !== null) {
  process.stderr.write(`${unfit}\n`)
  process.exit(1)
}
await import('./program.ts')
