import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The same file runs from bench/ (tests) and from bench/dist/ (compiled), so the root is searched upwards.
// By its lockfile: limits/database-alone.ts puts a copy of package.json beside compiled sources.
const findRoot = (folder: string): string => {
  if (existsSync(join(folder, 'package-lock.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('No package-lock.json above the bench: run it inside the repository.')
  return findRoot(parent)
}

export const projectRoot = findRoot(dirname(fileURLToPath(import.meta.url)))
export const fromRoot = (...parts: readonly string[]): string => join(projectRoot, ...parts)
export const fixtureDump = fromRoot('test', 'fixtures', 'magazine.postgres.sql')
export const fixtureDatabase = fromRoot('test', 'fixtures', 'magazine.sqlite')
export const fixtureProject = fromRoot('test', 'fixtures', 'magazine')
