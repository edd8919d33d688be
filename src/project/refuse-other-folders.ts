/** The folder that was given must be that of a project; otherwise the error names one nearby. */

import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { refusal } from '../config/problem.ts'

export function refuseOtherFolders(root: string): void {
  if (!existsSync(root)) throw refusal(`The project folder ${root} does not exist. Name the right one with --project.`)
  if (!statSync(root).isDirectory()) throw refusal(`${root} is a file; give the folder of the project.`)
  if (existsSync(join(root, 'src', 'api')) || existsSync(join(root, 'config'))) return
  const [nearby] = projectsNear(root)
  const advice =
    nearby === undefined
      ? 'give the folder of a project, or make one: lectern new DIR.'
      : `there is a project nearby: --project ${nearby}`
  throw refusal(`${root} has neither src/api nor config in it; ${advice}`)
}

/** Around `src` or `config`, in a folder of a monorepo (`apps/cms`), or one level below. */
function projectsNear(root: string): readonly string[] {
  const parents = [dirname(root), dirname(dirname(root))]
  const children = foldersIn(root)
  const grandchildren = children.filter((path) => /[\\/](?:apps|packages)$/.test(path)).flatMap(foldersIn)
  return [...parents, ...children, ...grandchildren].filter(isProject)
}

/** Stricter than what is accepted: many programs have a folder `config`. */
function isProject(path: string): boolean {
  return existsSync(join(path, 'src', 'api')) && existsSync(join(path, 'config'))
}

function foldersIn(path: string): readonly string[] {
  try {
    const folders = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    return folders
      .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
      .map(({ name }) => join(path, name))
  } catch {
    // Unreadable, so nothing is suggested.
    return []
  }
}
