/**
 * The first step of the build: the program, the library and the client, from `src/` into `dist/`. A process that loads ten
 * files instead of hundreds starts in half the time, and the program starts one for every core and every reader.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { licensesOf } from './licenses.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
rmSync(`${root}dist`, { recursive: true, force: true })

/** @type {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  target: 'node20',
  charset: 'utf8',
  logLevel: 'warning',
}

const { metafile } = await build({
  ...shared,
  entryPoints: [
    { in: 'src/index.ts', out: 'index' },
    { in: 'src/cli/main.ts', out: 'cli/main' },
    // Processes and threads of their own: files beside the one that starts them.
    { in: 'src/dialects/sqlite/reader-process.ts', out: 'cli/reader-process' },
    { in: 'src/dialects/sqlite/stream-process.ts', out: 'cli/stream-process' },
    { in: 'src/dialects/sqlite/reader-watch.ts', out: 'cli/reader-watch' },
    { in: 'src/dialects/sqlite/writer-thread.ts', out: 'cli/writer-thread' },
  ],
  platform: 'node',
  // Installed beside it. All others become a part of it: those that every process loads, which would be 150 files more to
  // find and read, and one function of date-fns, not 39 MB.
  external: Object.keys({ ...dependencies, ...optionalDependencies }),
  // Packages in CommonJS load parts of Node.
  banner: {
    js: `import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);`,
  },
  metafile: true,
  splitting: true,
  // At the depth of the folders of `src/`, so that relative paths to the root of the package stay valid.
  chunkNames: 'cli/[name]-[hash]',
})

await build({ ...shared, entryPoints: [{ in: 'src/client/index.ts', out: 'client/index' }], platform: 'neutral' })

writeFileSync(`${root}dist/LICENSES.txt`, licensesOf(root, Object.keys(metafile.inputs)))
