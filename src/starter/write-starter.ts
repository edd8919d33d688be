/** Writes the starter into a folder that has nothing in it, or no more than `npm install` and `git init` write. */

import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ProjectError } from '../config/problem.ts'
import { type Installed, packageJson, readPackageFile } from './package-json.ts'
import { STARTER_FILES } from './starter-files.ts'

/** What a folder may have that Lectern was installed in. */
const BEFOREHAND: ReadonlySet<string> = new Set([
  '.git',
  '.npmrc',
  'node_modules',
  'package.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
])

/** Gives the paths that were written. */
export function writeStarter(folder: string, installed: Installed): readonly string[] {
  refuseUsed(folder)
  const ofPackage = packageJson(folder, installed, existingPackage(join(folder, 'package.json')))
  try {
    for (const [path, text] of STARTER_FILES) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text, { flag: 'wx' })
    }
    writeFileSync(join(folder, 'package.json'), ofPackage)
  } catch (error) {
    throw refusal(`${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
  return [...STARTER_FILES.keys(), 'package.json']
}

function refuseUsed(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isDirectory()) throw refusal(`${folder} is a file; name a folder that is empty or not there yet.`)
  const first = readdirSync(folder).find((name) => !BEFOREHAND.has(name))
  if (first === undefined) return
  throw refusal(
    `${folder} is not empty: there is ${first} in it. Name a folder that is not there yet, is empty, or has nothing in it but what npm install writes.`,
  )
}

function existingPackage(file: string) {
  if (!existsSync(file)) return null
  const found = readPackageFile(file)
  if (found === null) throw refusal(`${file} is not a JSON object. Mend it first, or name another folder.`)
  return found
}

const refusal = (message: string) => new ProjectError([{ file: null, path: null, message }])
