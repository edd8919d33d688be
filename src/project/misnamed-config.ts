/** Files of settings that have no effect: in another folder than `config`, or files in `config` whose name is one typo away from one that is read, or in a format that is not. */

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

/**
 * A folder that was probably to be `config`, where that is missing: `configs`, `src/config`. Code of a project may be in a
 * folder of such a name, too, so it must have a file with the name of a settings file.
 */
export function misnamedConfigFolder(folder: string): readonly Notice[] {
  if (existsSync(join(folder, 'config'))) return []
  const near = foldersIn(folder).filter((name) => name === 'configuration' || didYouMean(name, ['config']) !== null)
  const found = [...near, 'src/config'].find((place) => scripts(join(folder, place)).some(isSettings))
  if (found === undefined) return []
  const message = 'This folder is not read, and all settings have their defaults. Did you mean config?'
  return [{ about: 'misspelling', model: null, file: found, path: null, message }]
}

const isSettings = (name: string) => CONFIG_NAMES.some((known) => name.slice(0, -extname(name).length) === known)

function foldersIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

const READ = /\.(?:json|[cm]?js|ts)$/
const OTHER_FORMAT = /\.(?:ya?ml|toml|json5|jsonc|[cm]ts)$/

function scripts(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => READ.test(name) || OTHER_FORMAT.test(name))
    .sort()
}
