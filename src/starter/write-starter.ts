/** Writes the starter into a folder that has nothing in it. */

import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ProjectError } from '../config/problem.ts'
import { type Installed, packageJson } from './package-json.ts'
import { STARTER_FILES } from './starter-files.ts'

/** Gives the paths that were written. */
export function writeStarter(folder: string, installed: Installed): readonly string[] {
  refuseUsed(folder)
  const files = new Map([...STARTER_FILES, ['package.json', packageJson(folder, installed)]])
  try {
    for (const [path, text] of files) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text, { flag: 'wx' })
    }
  } catch (error) {
    throw refusal(`${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
  return [...files.keys()]
}

function refuseUsed(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isDirectory()) throw refusal(`${folder} is a file; name a folder that is empty or not there yet.`)
  const [first] = readdirSync(folder)
  if (first === undefined) return
  throw refusal(`${folder} is not empty: there is ${first} in it. Name a folder that is empty or not there yet.`)
}

const refusal = (message: string) => new ProjectError([{ file: null, path: null, message }])
