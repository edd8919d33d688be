/** Evaluates a JavaScript or JSON file of a project. */

import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileFunction, constants } from 'node:vm'
import { type Environment, isRecord } from '../config/project-config.ts'
import { parseJson } from './parse-json.ts'

export async function loadModule(file: string, environment: Environment): Promise<unknown> {
  switch (extname(file)) {
    case '.json':
      return parseJson(readFileSync(file, 'utf8'))
    case '.mjs':
      return importModule(file)
    case '.cjs':
      return evaluate(file, compile(file, environment))
    default:
      return loadScript(file, environment)
  }
}

/**
 * A `.js` file is tried as CommonJS first, whatever the nearest package.json says: that file is not always the
 * project's own. What does not compile as CommonJS is an ES module, or broken; the import tells which.
 */
async function loadScript(file: string, environment: Environment): Promise<unknown> {
  let script: Script
  try {
    script = compile(file, environment)
  } catch (error) {
    if (error instanceof SyntaxError) return importModule(file)
    throw error
  }
  return evaluate(file, script)
}

type Script = (exports: unknown, require: NodeJS.Require, module: unknown, filename: string, dirname: string) => void

/** The file sees a `process` whose `env` has the project's `.env` in it; the real one stays as it is. */
function compile(file: string, environment: Environment): Script {
  const ownProcess = Object.create(process, { env: { value: { ...environment } } })
  const script = compileFunction(
    readFileSync(file, 'utf8').replace(/^\uFEFF?(#!)/, '//$1'),
    ['exports', 'require', 'module', '__filename', '__dirname'],
    {
      filename: file,
      contextExtensions: [{ process: ownProcess }],
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    },
  )
  return script as Script
}

function evaluate(file: string, script: Script): unknown {
  const module: { exports: unknown } = { exports: {} }
  script.call(module.exports, module.exports, createRequire(file), module, file, dirname(file))
  return defaultExport(module.exports)
}

/** Modules are kept by address; one that has changed since needs another. */
async function importModule(file: string): Promise<unknown> {
  const address = `${pathToFileURL(file).href}?changed=${statSync(file).mtimeMs}`
  const namespace: unknown = await import(/* @vite-ignore */ address)
  return isRecord(namespace) && 'default' in namespace ? namespace.default : namespace
}

/** What a compiler made of `export default` in CommonJS. */
function defaultExport(exported: unknown): unknown {
  return isRecord(exported) && exported.__esModule === true && 'default' in exported ? exported.default : exported
}
