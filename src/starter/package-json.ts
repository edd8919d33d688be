/** The `package.json` of a new project, with the Lectern that wrote it. */

import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** Where the running Lectern is, and which one it is. */
export interface Installed {
  /** The folder of its `package.json`. */
  readonly folder: string
  readonly version: string
}

export function packageJson(project: string, installed: Installed): string {
  const content = {
    name: packageName(basename(project)),
    version: '0.0.0',
    private: true,
    scripts: {
      dev: 'lectern dev',
      start: 'lectern serve',
      check: 'lectern check',
      types: 'lectern types',
    },
    dependencies: { lectern: dependencyOn(installed, project) },
  }
  return `${JSON.stringify(content, null, 2)}\n`
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
  const wanted = specifierIn(join(owner, 'package.json'))
  return wanted?.startsWith('file:') ? fileFrom(project, resolve(owner, wanted.slice('file:'.length))) : version
}

function fileFrom(project: string, target: string): string {
  return `file:${relative(project, target).replaceAll('\\', '/')}`
}

function specifierIn(file: string): string | undefined {
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Dependent
    return dependencies?.lectern ?? devDependencies?.lectern
  } catch {
    return undefined
  }
}

interface Dependent {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}
