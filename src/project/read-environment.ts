import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { Problem } from '../config/problem.ts'
import type { Environment } from '../config/project-config.ts'

/**
 * The environment the project's config files see: variables of the process, completed with those of `.env` (or of
 * the file that ENV_PATH names). The process's own win, and are never changed.
 */
export function readEnvironment(
  folder: string,
  env: NodeJS.ProcessEnv,
): { readonly environment: Environment; readonly problems: readonly Problem[] } {
  const named = env.ENV_PATH
  const file = environmentFile(folder, env)
  if (existsSync(file)) return readFile(file, env)
  if (named === undefined) return { environment: { ...env }, problems: [] }
  const message = `ENV_PATH names the file ${named}, which does not exist; correct it or unset ENV_PATH.`
  return { environment: { ...env }, problems: [{ file: null, path: null, message }] }
}

function readFile(file: string, env: NodeJS.ProcessEnv): ReturnType<typeof readEnvironment> {
  try {
    const text = readFileSync(file, 'utf8')
    // As Windows PowerShell writes files: no variable in it has a name that anything reads.
    if (text.includes('\0')) throw new Error('it is not in UTF-8, but probably in UTF-16; save it as UTF-8')
    return { environment: { ...parseEnv(text), ...env }, problems: [] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // Container engines make a folder where they should mount a file that does not exist.
    const message = `This is not a file that can be read (${reason}); it holds the variables of the project, one a line.`
    return { environment: { ...env }, problems: [{ file, path: null, message }] }
  }
}

/** `.env`, or the file that ENV_PATH names. */
export function environmentFile(folder: string, env: NodeJS.ProcessEnv): string {
  const named = env.ENV_PATH
  return named === undefined ? resolve(folder, '.env') : firstExisting(resolve(folder, named), resolve(named))
}

function firstExisting(first: string, second: string): string {
  return existsSync(first) ? first : second
}
