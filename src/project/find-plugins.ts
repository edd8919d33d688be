/** Plugins of a Strapi project. None is run here: their names tell which paths are Strapi's to answer. */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord, type ProjectConfig } from '../config/project-config.ts'

/** Part of every Strapi; what Lectern has of them is documented, and does not depend on the project. */
const BUILT_IN: ReadonlySet<string> = new Set([
  ...['users-permissions', 'upload', 'i18n', 'email', 'content-manager', 'content-type-builder'],
  ...['content-releases', 'review-workflows', 'cloud'],
])

/** Names of the plugins that are switched on, as Strapi finds them: in `package.json` and in `config/plugins`. */
export function findPlugins(folder: string, config: ProjectConfig): readonly string[] {
  const declared = config.get('plugins')?.value
  const settings = new Map(isRecord(declared) ? Object.entries(declared) : [])
  const installed = dependenciesOf(folder).flatMap((name) => pluginIn(folder, name) ?? [])
  const isOn = (name: string) => !BUILT_IN.has(name) && !isSwitchedOff(settings.get(name))
  return [...new Set([...installed, ...settings.keys()])].filter(isOn).sort()
}

/** Whether it is a Strapi project, by its package.json. */
export function dependsOnStrapi(folder: string): boolean {
  return dependenciesOf(folder).includes('@strapi/strapi')
}

function isSwitchedOff(setting: unknown): boolean {
  return setting === false || (isRecord(setting) && setting.enabled === false)
}

function dependenciesOf(folder: string): readonly string[] {
  const { dependencies } = jsonIn(join(folder, 'package.json'))
  return isRecord(dependencies) ? Object.keys(dependencies) : []
}

/** The name that the package gives itself; where packages are not installed, the one that its own name suggests. */
function pluginIn(folder: string, dependency: string): string | null {
  const file = installedAt(folder, join('node_modules', dependency, 'package.json'))
  if (file === null) return suggestedName(dependency)
  const { strapi } = jsonIn(file)
  if (!isRecord(strapi) || strapi.kind !== 'plugin') return null
  return typeof strapi.name === 'string' ? strapi.name : suggestedName(dependency)
}

/** `navigation` of `strapi-plugin-navigation`, `graphql` of `@strapi/plugin-graphql`. */
function suggestedName(dependency: string): string | null {
  const [, ofStrapi, ofOthers] =
    /^(?:@strapi(?:-community)?\/plugin-(.+)|(?:@[^/]+\/)?strapi-plugin-(.+))$/.exec(dependency) ?? []
  return ofStrapi ?? ofOthers ?? (/^strapi-v5-plugin-/.test(dependency) ? dependency : null)
}

/** In the folder or above it, as Node looks for packages. */
function installedAt(folder: string, path: string): string | null {
  const file = join(folder, path)
  if (existsSync(file)) return file
  return dirname(folder) === folder ? null : installedAt(dirname(folder), path)
}

/** Empty where there is no such file, or it is not an object: what plugins are called is then not known. */
function jsonIn(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
