/** Finds and evaluates a project's configuration files. */

import { join } from 'node:path'
import type { Notice } from '../config/notice.ts'
import type { Problem } from '../config/problem.ts'
import {
  CONFIG_NAMES,
  type ConfigFile,
  type ConfigName,
  type Environment,
  type ProjectConfig,
} from '../config/project-config.ts'
import { changedAfterBuild } from './changed-after-build.ts'
import { deepMerge } from './deep-merge.ts'
import { envFunction } from './env-function.ts'
import { lacksDefault, lacksExport } from './lacks-export.ts'
import { loadModule } from './load-module.ts'
import { misnamedConfig, misnamedConfigFolder } from './misnamed-config.ts'
import { packagesIn } from './missing-package.ts'
import { pathExists } from './path-exists.ts'
import { withTimeout } from './with-timeout.ts'

export interface LoadedConfig {
  readonly config: ProjectConfig
  readonly problems: readonly Problem[]
  /** Files that are ignored, in part or as a whole. */
  readonly notices: readonly Notice[]
}

export interface Wanted {
  readonly names: readonly ConfigName[]
  /** Files without which responses would be wrong: private attributes, another database. */
  readonly needed: readonly ConfigName[]
}

export const ALL_CONFIG: Wanted = { names: CONFIG_NAMES, needed: ['api', 'database'] }

export async function loadConfig(
  folder: string,
  environment: Environment,
  { names, needed }: Wanted = ALL_CONFIG,
): Promise<LoadedConfig> {
  const problems: Problem[] = []
  const notices: Notice[] = []
  const config = new Map<ConfigName, ConfigFile>()
  for (const name of names) {
    const complain = needed.includes(name) ? refuseFile(problems) : ignoreFile(notices)
    // Strapi starts without what such a file says, except without a database.
    const complaints = { complain, ofNames: name === 'database' ? complain : ignoreFile(notices) }
    const base = await loadFile(folder, join('config', name), environment, complaints)
    const stage = join('config', 'env', environment.NODE_ENV ?? 'development', name)
    const special = await loadFile(folder, stage, environment, complaints)
    const merged = special === null ? base : mergedFiles(base, special)
    if (merged !== null) config.set(name, merged)
    for (const file of [base, special].filter((one) => one !== null)) {
      notices.push(...(await changedAfterBuild(file, folder, (source) => evaluate(join(folder, source), environment))))
    }
  }
  return {
    config,
    problems,
    notices: [...notices, ...misnamedConfigFolder(folder), ...misnamedConfig(folder, new Set(config.keys()))],
  }
}

function mergedFiles(base: ConfigFile | null, special: ConfigFile): ConfigFile {
  return base === null ? special : { file: base.file, value: deepMerge(base.value, special.value) }
}

/** `what`: the sentence without its end, which says what follows from it. */
type Complain = (file: string, what: string, repair: string) => void

const refuseFile =
  (problems: Problem[]): Complain =>
  (file, what, repair) => {
    problems.push({ file, path: null, message: `${what}; ${repair}.` })
  }

const ignoreFile =
  (notices: Notice[]): Complain =>
  (file, what) => {
    notices.push({ about: 'config', model: null, file, path: null, message: `${what}, and is ignored.` })
  }

interface Complaints {
  readonly complain: Complain
  /** About a file without a default export. */
  readonly ofNames: Complain
}

async function loadFile(
  folder: string,
  path: string,
  environment: Environment,
  { complain, ofNames }: Complaints,
): Promise<ConfigFile | null> {
  const file = findFile(folder, path)
  if (file === null) return null
  const unset = new Set<string>()
  try {
    const value = await evaluate(join(folder, file), environment, (name) => unset.add(name))
    for (const name of packagesIn(value)) {
      complain(file, `Values from the package ${name} cannot be used, because it is not installed`, INSTALL)
    }
    if (lacksExport(value, join(folder, file)))
      ofNames(file, 'This file has no module.exports = before its settings', ADD)
    if (!lacksDefault(value)) return { file, value }
    ofNames(file, 'This file has named exports but no default export, and only that is read', EXPORT)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    complain(file, `This file cannot be evaluated (${message})`, repairOf(unset))
  }
  return path.endsWith('middlewares') ? { file, value: NO_ORIGIN } : null
}

async function evaluate(
  file: string,
  environment: Environment,
  hasNoValue: (name: string) => void = () => {},
): Promise<unknown> {
  const exported = await loadModule(file, environment)
  return typeof exported === 'function'
    ? withTimeout(exported({ env: envFunction(environment, hasNoValue) }))
    : exported
}

/** Most often a variable of the environment is missing: `parse(env('DATABASE_URL'))`. */
function repairOf(unset: ReadonlySet<string>): string {
  if (unset.size === 0) return 'fix it, or install what it needs'
  return `set the environment variables that it reads and that have no value (${[...unset].join(', ')}), or fix it`
}

/** The file with the allowed origins cannot be read: none are allowed, rather than all. */
const NO_ORIGIN = [{ name: 'strapi::cors', config: { origin: [] } }]

const EXPORT = 'write export default before its settings'

const ADD = 'write it there'

const INSTALL = 'install the packages of the project (npm install)'

/** Strapi runs the file that the project's build made of a TypeScript file; without a build, the source is used. */
function findFile(folder: string, path: string): string | null {
  const built = pathExists(join(folder, `${path}.ts`)) ? [join('dist', `${path}.js`)] : []
  const candidates = [...['.js', '.cjs', '.mjs', '.json'].map((ending) => path + ending), ...built, `${path}.ts`]
  return candidates.find((file) => pathExists(join(folder, file))) ?? null
}
