#!/usr/bin/env node
/**
 * The entry point. It imports nothing that older versions of Node lack: with a static import of the program, these
 * would fail with a SyntaxError about a missing export before the first line runs.
 */

import { unfitRuntime } from './unfit-runtime.ts'

const unfit = unfitRuntime(process.versions)
if (unfit !== null) {
  process.stderr.write(`${unfit}\n`)
  process.exit(1)
}
await import('./program.ts')
