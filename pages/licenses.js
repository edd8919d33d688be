/** The licenses of packages that the build takes in: without them none of it may be passed on. */

import { readdirSync, readFileSync } from 'node:fs'

const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//

/** One text. `inputs`: the files that were bundled, by their paths from `root`. Throws where a package has no license file. */
export function licensesOf(root, inputs) {
  const folders = new Map()
  for (const path of inputs) {
    const [folder, name] = PACKAGE.exec(path) ?? []
    if (folder !== undefined) folders.set(folder, name)
  }
  const texts = [...folders].map(([folder, name]) => `${name}\n\n${licenseIn(root + folder).trim()}\n`)
  return [...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`)
}

function licenseIn(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.|$)/i.test(name))
  if (file === undefined) throw new Error(`${folder} has no license file: leave it outside the bundle`)
  return readFileSync(folder + file, 'utf8')
}
