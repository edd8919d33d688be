/** Reads package.json files: of the project, and of its installed packages. */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord } from '../config/project-config.ts'

export type PackageFile = Readonly<Record<string, unknown>>

/** Null where the package is not installed, in the folder or above it, as Node looks for packages. */
export function readInstalled(folder: string, name: string): PackageFile | null {
  const file = join(folder, 'node_modules', name, 'package.json')
  if (existsSync(file)) return readPackage(file)
  return dirname(folder) === folder ? null : readInstalled(dirname(folder), name)
}

/** Empty where there is no such file, or it is not an object. */
export function readPackage(file: string): PackageFile {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
