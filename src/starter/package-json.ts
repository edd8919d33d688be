/** The `package.json` of a new project, with the Lectern that wrote it. */

import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isRecord } from '../config/project-config.ts'
import { STARTER_DRIVER } from '../dialects/starter-database.ts'

/** The path and version of the running Lectern. */
export interface Installed {
  /** The folder of its `package.json`. */
  readonly folder: string
  readonly version: string
}

const SCRIPTS = {
  dev: 'lectern dev',
  start: 'lectern serve',
  check: 'lectern check',
  types: 'lectern types',
}

/** Install scripts that npm may run without asking. bcrypt brings its binaries along, and needs none. */
const ALLOW_SCRIPTS = { [STARTER_DRIVER]: true, bcrypt: false }

/** Keeps the contents of the folder's existing file; null without one. */
export function packageJson(project: string, installed: Installed, existing: PackageFile | null = null): string {
  const named = existing ?? { name: packageName(basename(project)), version: '0.0.0', private: true }
  const content = {
    ...named,
    scripts: { ...SCRIPTS, ...section(named, 'scripts') },
    dependencies: { lectern: dependencyOn(installed, project), ...section(named, 'dependencies') },
    allowScripts: { ...ALLOW_SCRIPTS, ...section(named, 'allowScripts') },
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

export type PackageFile = Readonly<Record<string, unknown>>

/** Null where there is no file, or none that can be read. */
export function readPackageFile(file: string): PackageFile | null {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isRecord(content) ? content : null
  } catch {
    return null
  }
}

function packageName(folder: string): string {
  const plain = folder
    .toLowerCase()
    .replaceAll(/[^a-z\d-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return plain === '' ? 'content' : plain
}

/** A version, unless it was installed from a file or a folder: then from there. */
function dependencyOn({ folder, version }: Installed, project: string): string {
  const modules = dirname(folder)
  if (basename(modules) !== 'node_modules') return fileFrom(project, folder)
  const owner = dirname(modules)
  const wanted = specifierIn(readPackageFile(join(owner, 'package.json')))
  return wanted?.startsWith('file:') ? fileFrom(project, resolve(owner, wanted.slice('file:'.length))) : version
}

function fileFrom(project: string, target: string): string {
  return `file:${relative(project, target).replaceAll('\\', '/')}`
}

function specifierIn(file: PackageFile | null): string | undefined {
  const { lectern } = { ...section(file, 'devDependencies'), ...section(file, 'dependencies') }
  return typeof lectern === 'string' ? lectern : undefined
}

function section(file: PackageFile | null, name: string): PackageFile {
  const found = file?.[name]
  return isRecord(found) ? found : {}
}
