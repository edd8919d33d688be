/** Removes declarations from `dist` that the exports of the package do not need. */

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const needed = new Set(Object.values(exports).map(({ types }) => join(root, types)))

// A set goes on to what is added while it is walked.
for (const file of needed) {
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g)) {
    needed.add(resolve(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')))
  }
}

const dist = join(root, 'dist')
for (const path of readdirSync(dist, { recursive: true })) {
  const file = join(dist, path)
  if (file.endsWith('.d.ts') && !needed.has(file)) rmSync(file)
}
