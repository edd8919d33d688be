/** Finds the plugins of a Strapi project. None is run; their names show which paths must go to Strapi. */

import { join } from 'node:path'
import { isRecord, type ProjectConfig } from '../config/project-config.ts'
import { readInstalled, readPackage } from './packages.ts'

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
  const { dependencies } = readPackage(join(folder, 'package.json'))
  return isRecord(dependencies) ? Object.keys(dependencies) : []
}

/** The name that the package gives itself; where packages are not installed, the one that its own name suggests. */
function pluginIn(folder: string, dependency: string): string | null {
  const found = readInstalled(folder, dependency)
  if (found === null) return suggestedName(dependency)
  const { strapi } = found
  if (!isRecord(strapi) || strapi.kind !== 'plugin') return null
  return typeof strapi.name === 'string' ? strapi.name : suggestedName(dependency)
}

/** `navigation` of `strapi-plugin-navigation`, `graphql` of `@strapi/plugin-graphql`. */
function suggestedName(dependency: string): string | null {
  const [, ofStrapi, ofOthers] =
    /^(?:@strapi(?:-community)?\/plugin-(.+)|(?:@[^/]+\/)?strapi-plugin-(.+))$/.exec(dependency) ?? []
  return ofStrapi ?? ofOthers ?? (/^strapi-v5-plugin-/.test(dependency) ? dependency : null)
}
