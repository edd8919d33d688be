/** Finds and evaluates a project's configuration files. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '../config/problem.ts'
import {
  CONFIG_NAMES,
  type ConfigFile,
  type ConfigName,
  type Environment,
  type ProjectConfig,
} from '../config/project-config.ts'
import { deepMerge } from './deep-merge.ts'
import { envFunction } from './env-function.ts'
import { loadModule } from './load-module.ts'

export interface LoadedConfig {
  readonly config: ProjectConfig
  readonly problems: readonly Problem[]
}

export async function loadConfig(
  folder: string,
  environment: Environment,
  names: readonly ConfigName[] = CONFIG_NAMES,
): Promise<LoadedConfig> {
  const problems: Problem[] = []
  const config = new Map<ConfigName, ConfigFile>()
  for (const name of names) {
    const base = await loadFile(folder, join('config', name), environment, problems)
    const stage = join('config', 'env', environment.NODE_ENV ?? 'development', name)
    const special = await loadFile(folder, stage, environment, problems)
    const merged = special === null ? base : mergedFiles(base, special)
    if (merged !== null) config.set(name, merged)
  }
  return { config, problems }
}

function mergedFiles(base: ConfigFile | null, special: ConfigFile): ConfigFile {
  return base === null ? special : { file: base.file, value: deepMerge(base.value, special.value) }
}

async function loadFile(
  folder: string,
  path: string,
  environment: Environment,
  problems: Problem[],
): Promise<ConfigFile | null> {
  const file = findFile(folder, path, problems)
  if (file === null) return null
  try {
    const exported = await loadModule(join(folder, file), environment)
    const value = typeof exported === 'function' ? await exported({ env: envFunction(environment) }) : exported
    return { file, value }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    problems.push({ file, path: null, message: `This file cannot be evaluated: ${message}` })
    return null
  }
}

/** TypeScript is not evaluated: the project's own build has put JavaScript beside it, in `dist`. */
function findFile(folder: string, path: string, problems: Problem[]): string | null {
  const existing = ['.js', '.cjs', '.mjs', '.json']
    .map((ending) => path + ending)
    .find((file) => existsSync(join(folder, file)))
  if (existing !== undefined) return existing
  const source = `${path}.ts`
  if (!existsSync(join(folder, source))) return null
  const built = join('dist', `${path}.js`)
  if (existsSync(join(folder, built))) return built
  problems.push({
    file: source,
    path: null,
    message: `This file is TypeScript and ${built} does not exist; build the project first (npm run build).`,
  })
  return null
}
