/** Files in `config` whose name is one typo away from one that is read, or in a format that is not: they have no effect. */

import { existsSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Notice } from '../config/notice.ts'
import { CONFIG_NAMES, type ConfigName } from '../config/project-config.ts'
import { didYouMean } from '../errors/did-you-mean.ts'

/** `found`: the files that are there under their right name. Projects have files of their own beside them. */
export function misnamedConfig(folder: string, found: ReadonlySet<ConfigName>): readonly Notice[] {
  const missing = CONFIG_NAMES.filter((name) => !found.has(name))
  return scripts(join(folder, 'config')).flatMap((name) => {
    const ending = extname(name)
    const [written, isRead] = [name.slice(0, -ending.length), READ.test(ending)]
    const meant = missing.find((known) => known === written && !isRead) ?? didYouMean(written, missing)
    if (meant === null) return []
    const message = `This file is not read. Did you mean config/${meant}${isRead ? ending : '.js'}?`
    return [{ about: 'misspelling' as const, model: null, file: `config/${name}`, path: null, message }]
  })
}

const READ = /\.(?:json|[cm]?js|ts)$/
const OTHER_FORMAT = /\.(?:ya?ml|toml|json5|jsonc|[cm]ts)$/

function scripts(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => READ.test(name) || OTHER_FORMAT.test(name))
    .sort()
}
