/** Evaluates the text of a CommonJS module of a project, and the modules of the project that it requires. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { compileFunction, constants } from 'node:vm'
import { type Environment, isRecord } from '../config/project-config.ts'
import { compiledPlace } from './compiled-place.ts'
import { envFunction } from './env-function.ts'
import { missingPackage } from './missing-package.ts'
import { parseJson } from './parse-json.ts'
import { transpile } from './transpile.ts'

/** The arguments that Node passes to a CommonJS module. */
type ModuleScope = readonly [
  exports: unknown,
  require: (id: string) => unknown,
  module: unknown,
  filename: string,
  dirname: string,
]

export type Script = (...scope: ModuleScope) => void

/** The file sees a `process` whose `env` has the project's `.env` in it; the real one stays as it is. */
export function compileScript(file: string, source: string, environment: Environment): Script {
  const ownProcess = Object.create(process, { env: { value: { ...environment } } })
  const script = compileFunction(
    source.replace(/^\uFEFF?(#!)/, '//$1'),
    ['exports', 'require', 'module', '__filename', '__dirname'],
    {
      filename: file,
      contextExtensions: [{ process: ownProcess }],
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    },
  )
  return script as Script
}

/** The exports of the module, with `default` unwrapped. */
export function evaluateScript(file: string, script: Script, environment: Environment): unknown {
  return defaultExport(exportsOf(file, script, environment, new Map()))
}

type Modules = Map<string, { exports: unknown }>

function exportsOf(file: string, script: Script, environment: Environment, modules: Modules): unknown {
  const module: { exports: unknown } = { exports: {} }
  modules.set(file, module)
  const require = Object.assign((id: string) => requireFrom(file, id, environment, modules), {
    resolve: (id: string) => (isFile(id) ? resolveFile(resolve(dirname(file), id)) : findPackage(file, id)) ?? id,
  })
  const place = compiledPlace(file)
  script.call(module.exports, module.exports, require, module, place, dirname(place))
  return module.exports
}

function requireFrom(file: string, id: string, environment: Environment, modules: Modules): unknown {
  if (!isFile(id)) return requirePackage(file, id, environment)
  const found = resolveFile(resolve(dirname(file), id))
  if (found === null) throw new Error(`it requires ${id}, which does not exist`)
  if (extname(found) === '.json') return parseJson(readFileSync(found, 'utf8'))
  const known = modules.get(found)
  if (known !== undefined) return known.exports
  return exportsOf(found, compileScript(found, transpile(found), environment), environment, modules)
}

const isFile = (id: string) => /^\.{0,2}\//.test(id)

const ENDINGS = ['', '.ts', '.js', '.cjs', '.mjs', '.json']

function resolveFile(path: string): string | null {
  const candidates = [
    ...ENDINGS.map((ending) => path + ending),
    ...ENDINGS.map((ending) => join(path, `index${ending}`)),
  ]
  return candidates.find((candidate) => existsSync(candidate) && statSync(candidate).isFile()) ?? null
}

function requirePackage(file: string, id: string, environment: Environment): unknown {
  // Starting a whole Strapi for a helper of its configuration would take seconds.
  if (id === '@strapi/strapi' || id === '@strapi/utils') return strapiHelpers(id, environment)
  if (isBuiltin(id)) return createRequire(file)(id)
  const found = installed(file, id) ?? installed(import.meta.url, id)
  return found === null ? missingPackage(id) : found.exports
}

/** Null if it is not installed. Other errors while loading are thrown. */
function installed(from: string, id: string): { readonly exports: unknown } | null {
  return findPackage(from, id) === null ? null : { exports: createRequire(from)(id) }
}

function findPackage(from: string, id: string): string | null {
  try {
    return createRequire(from).resolve(id)
  } catch {
    return null
  }
}

function strapiHelpers(name: string, environment: Environment): unknown {
  const helpers = new Map<PropertyKey, unknown>([
    ['defineConfig', (config: unknown) => config],
    ['env', envFunction(environment)],
  ])
  return new Proxy({}, { get: (_target, key) => helpers.get(key) ?? missingPackage(name) })
}

/** The `export default` of a module compiled to CommonJS. */
function defaultExport(exported: unknown): unknown {
  return isRecord(exported) && exported.__esModule === true && 'default' in exported ? exported.default : exported
}
