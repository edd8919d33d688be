import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Notice } from '../config/notice.ts'
import type { Problem } from '../config/problem.ts'
import type { Environment } from '../config/project-config.ts'
import { readVariables } from '../config/read-variables.ts'

interface Read {
  readonly environment: Environment
  readonly problems: readonly Problem[]
  readonly notices: readonly Notice[]
}

/**
 * The environment the project's config files see: variables of the process, completed with those of `.env` (or of
 * the file that ENV_PATH names). The process's own win, and are never changed.
 */
export function readEnvironment(folder: string, env: NodeJS.ProcessEnv): Read {
  const named = env.ENV_PATH
  const file = environmentFile(folder, env)
  if (existsSync(file)) return readFile(file, env)
  if (named === undefined) return { environment: { ...env }, problems: [], notices: misplacedVariables(folder) }
  const message = `ENV_PATH names the file ${named}, which does not exist; correct it or unset ENV_PATH.`
  return { environment: { ...env }, problems: [{ file: null, path: null, message }], notices: [] }
}

/** Where front ends have their variables, or other files of the project are. */
const ELSEWHERE = ['.env.local', 'config/.env', 'src/.env', '.env.txt', 'env']

function misplacedVariables(folder: string): readonly Notice[] {
  const found = ELSEWHERE.find((name) => statSync(resolve(folder, name), { throwIfNoEntry: false })?.isFile())
  if (found === undefined) return []
  const message = 'This file is not read: variables are in .env. Rename it, or name it in the variable ENV_PATH.'
  return [{ about: 'config', model: null, file: found, path: null, message }]
}

function readFile(file: string, env: NodeJS.ProcessEnv): Read {
  try {
    const bytes = readFileSync(file)
    // Windows PowerShell writes UTF-16, in which no variable name is recognized.
    if (bytes.includes(0)) throw new Error('it is not in UTF-8, but probably in UTF-16; save it as UTF-8')
    const { values, oddities } = readVariables(bytes)
    const notices = oddities.map((message) => ({ about: 'config', model: null, file, path: null, message }) as const)
    return { environment: { ...values, ...env }, problems: [], notices }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // Container engines make a folder where they should mount a file that does not exist.
    const message = `This is not a file that can be read (${reason}); it holds the variables of the project, one a line.`
    return { environment: { ...env }, problems: [{ file, path: null, message }], notices: [] }
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
