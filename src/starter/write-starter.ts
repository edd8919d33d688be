/** Writes the starter into a folder that has nothing in it, or no more than `npm install` and `git init` write. */

import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { refusal } from '../config/problem.ts'
import { makeFolder } from '../files/make-folder.ts'
import { statsIfThere } from '../files/stats-if-there.ts'
import { type Installed, packageJson, readPackageFile } from './package-json.ts'
import { STARTER_FILES } from './starter-files.ts'

/** Files that a folder may already have after Lectern was installed in it. */
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
    writeFiles(folder, new Map([...STARTER_FILES, ['package.json', ofPackage]]))
  } catch (error) {
    throw refusal(`${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
  return [...STARTER_FILES.keys(), 'package.json']
}

/** All of them or none: a folder with half of them is refused when it is tried again. */
function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  const made: string[] = []
  try {
    for (const [path, text] of files) {
      const file = join(folder, path)
      made.push(...makeFolder(dirname(file)), `${file}${UNFINISHED}`)
      writeFileSync(`${file}${UNFINISHED}`, text, { flag: 'wx' })
    }
    for (const path of files.keys()) {
      const file = join(folder, path)
      if (!existsSync(file)) made.push(file)
      renameSync(`${file}${UNFINISHED}`, file)
    }
  } catch (error) {
    for (const path of made.reverse()) rmSync(path, { recursive: true, force: true })
    throw error
  }
}

/** Restored if not all can be written: on a full disk, an existing `package.json` must not be damaged. */
const UNFINISHED = '.unfinished'

function refuseUsed(folder: string): void {
  const found = statsIfThere(folder)
  if (found === null) return
  if (!found.isDirectory()) throw refusal(`${folder} is a file; name a folder that is empty or does not exist yet.`)
  const first = readdirSync(folder).find((name) => !BEFOREHAND.has(name))
  if (first === undefined) return
  throw refusal(
    `${folder} is not empty: there is ${first} in it. Name a folder that does not exist yet, is empty, or contains only what npm install writes.`,
  )
}

function existingPackage(file: string) {
  if (!existsSync(file)) return null
  const found = readPackageFile(file)
  if (found === null) throw refusal(`${file} is not a JSON object. Fix it first, or name another folder.`)
  return found
}
