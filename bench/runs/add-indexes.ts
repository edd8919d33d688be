import type { BenchDatabases } from '../database/bench-databases.ts'
import { indexStatements, namesOf } from '../database/index-statements.ts'
import type { BenchOptions } from '../options.ts'
import { adopt } from '../peers/lectern.ts'
import { lecternProject } from '../peers/lectern-project.ts'
import { type Copies, eachCopy } from '../peers/peers.ts'

/** The same indexes for all servers; Lectern's copies are adopted as well. Returns the names of the indexes. */
export const addIndexes = async (
  databases: BenchDatabases,
  copies: Copies,
  options: BenchOptions,
): Promise<readonly string[]> => {
  const statements = indexStatements(copies.lectern, options.indexFile)
  const adopted = [copies.lectern, copies.warm, options.keptTotals ? copies.handWritten : undefined]
  const project = lecternProject({ warm: false, extended: options.mode === 'beyond' })
  for (const copy of adopted) if (copy !== undefined) adopt(copy, project)
  for (const copy of eachCopy(copies)) {
    const there = await databases.indexNames(copy)
    await databases.execute(
      copy,
      statements.filter((statement) => !there.has(namesOf([statement]).join())),
    )
    if (databases.kind === 'postgres') await databases.execute(copy, ['vacuum analyze'])
  }
  return namesOf(statements)
}

/** A server may drop indexes that it does not know when it starts. */
export const expectIndexes = async (
  databases: BenchDatabases,
  copies: Copies,
  expected: readonly string[],
): Promise<void> => {
  for (const copy of eachCopy(copies)) {
    const found = await databases.indexNames(copy)
    const missing = expected.filter((name) => !found.has(name))
    if (missing.length > 0) throw new Error(`A server has dropped these indexes of ${copy}: ${missing.join(', ')}.`)
  }
}
