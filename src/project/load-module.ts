/** Evaluates a TypeScript, JavaScript or JSON file of a project. */

import { readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Environment, isRecord } from '../config/project-config.ts'
import { compileScript, evaluateScript, type Script } from './evaluate-script.ts'
import { parseJson } from './parse-json.ts'
import { transpile } from './transpile.ts'
import { withTimeout } from './with-timeout.ts'

export async function loadModule(file: string, environment: Environment): Promise<unknown> {
  if (extname(file) === '.json') return parseJson(readFileSync(file, 'utf8'))
  const script = compile(file, environment)
  return script instanceof SyntaxError
    ? importModule(file).catch((error: unknown) => Promise.reject(withLine(error, script)))
    : withTimeout(evaluateScript(file, script, environment))
}

/**
 * Tries every file as CommonJS, ignoring the nearest package.json, which may not be the project's own. Returns the error
 * for a module with top-level await, or a broken file; importing it shows which of the two it is.
 */
function compile(file: string, environment: Environment): Script | SyntaxError {
  try {
    return compileScript(file, transpile(file), environment)
  } catch (error) {
    if (error instanceof SyntaxError && !file.endsWith('.ts')) return error
    throw error
  }
}

/** An import does not say which line is broken. Compiling does, in the first line of the stack: `/site/config/api.js:3`. */
function withLine(error: unknown, { message, stack = '' }: SyntaxError): unknown {
  const line = /:(\d+)$/.exec(stack.split('\n', 1)[0] ?? '')?.[1]
  if (!(error instanceof SyntaxError) || error.message !== message || line === undefined) return error
  return new SyntaxError(`${message}: look at line ${line}`, { cause: error })
}

/** Node caches modules by URL; a file that has changed needs another URL. */
async function importModule(file: string): Promise<unknown> {
  const address = `${pathToFileURL(file).href}?changed=${statSync(file).mtimeMs}`
  const namespace: unknown = await withTimeout(import(/* @vite-ignore */ address))
  return isRecord(namespace) && 'default' in namespace ? namespace.default : namespace
}
