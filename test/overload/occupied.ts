/** Statements that run until the test ends them, without using processor time that other tests need. */

import { execFileSync } from 'node:child_process'
import { connect, type Program, until } from '../postgres-process/program.ts'
import type { DatabaseKind } from '../support/databases.ts'
import type { Site } from './site.ts'

/** From now on, reads of articles do not end by themselves. Returns a function that lets them go on. */
export type Occupy = (site: Site, program: Program, ask: () => void) => Promise<() => Promise<void>>

/** Long enough for a statement to begin, and little wasted work for two cores. */
const BEGINS_WITHIN = 500

/** The statement has begun, and its process is suspended. */
const suspendReaders: Occupy = async (_site, program, ask) => {
  ask()
  await new Promise((resolve) => setTimeout(resolve, BEGINS_WITHIN))
  const readers = readersOf(program.child.pid)
  if (readers.length === 0) throw new Error('nothing reads')
  for (const pid of readers) process.kill(pid, 'SIGSTOP')
  return async () => undefined
}

/** The statement waits for a lock. */
const lockArticles: Occupy = async (site, _program, ask) => {
  const session = await connect(site.database)
  await session.query('begin')
  await session.query('lock table articles in access exclusive mode')
  ask()
  const waiting =
    'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())'
  await until('a statement waits', async () => (await session.query(waiting)).length > 0)
  return () => session.end()
}

export const OCCUPY: Readonly<Record<DatabaseKind, Occupy>> = { SQLite: suspendReaders, PostgreSQL: lockArticles }

/** The processes that read a SQLite file, for a process or for those that it has started. */
export function readersOf(ancestor: number | undefined): readonly number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  const processes = listed.map((line) => {
    const [pid, parent, ...words] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), isReader: words.join(' ').includes('reader-process') }
  })
  const below = (parent: number): readonly number[] =>
    processes
      .filter((process) => process.parent === parent)
      .flatMap(({ pid, isReader }) => [...(isReader ? [pid] : []), ...below(pid)])
  return ancestor === undefined ? [] : below(ancestor)
}
