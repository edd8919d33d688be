import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ProjectError } from '../config/problem.ts'

export function refuseOtherFolders(root: string): void {
  const refuse = (message: string) => new ProjectError([{ file: null, path: null, message }])
  if (!existsSync(root)) throw refuse(`The project folder ${root} does not exist. Name the right one with --project.`)
  if (!statSync(root).isDirectory()) throw refuse(`${root} is a file; give the folder of the project.`)
  if (existsSync(join(root, 'src', 'api')) || existsSync(join(root, 'config'))) return
  throw refuse(
    `${root} has neither src/api nor config in it; give the folder of a project, or make one: lectern new DIR.`,
  )
}
