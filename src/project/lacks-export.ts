/** Configuration files whose settings nothing can read: they are evaluated without an error, and have no effect. */

import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { types } from 'node:util'
import { isRecord } from '../config/project-config.ts'

/** `export const config = {…}`; an ES module, compiled or not, without any export says nothing that could be missed. */
export function lacksDefault(value: unknown): boolean {
  const isModule = types.isModuleNamespaceObject(value) || (isRecord(value) && value.__esModule === true)
  return isModule && Object.keys(value as object).length > 0
}

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/gm

/** `const config = {…}`, and no export at all. `value` is what was exported. */
export function lacksExport(value: unknown, path: string): boolean {
  if (extname(path) === '.json' || !isRecord(value) || Object.keys(value).length > 0) return false
  const code = readFileSync(path, 'utf8').replace(COMMENT, '')
  return code.includes('{') && !/\bexports?\b/.test(code)
}
