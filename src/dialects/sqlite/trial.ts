/** Tries indexes on a temporary copy of the file. */

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type BetterSqlite3 from 'better-sqlite3'
import { leastTime, type Trial } from '../../execute/trial.ts'
import { render } from '../../sql/sql.ts'
import { Sqlite } from './driver.ts'
import { unopenable } from './error-codes.ts'
import { explainSqlite } from './explain.ts'
import { addFunctions } from './functions.ts'
import { indexesOf } from './indexes.ts'
import { sqliteSyntax } from './syntax.ts'

export async function sqliteTrial(file: string): Promise<Trial> {
  removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, 'copy.db')
    await copyFile(file, copy)
    const connection = openCopy(copy)
    removeIfPossible(remove)
    return trialOn(connection, remove)
  } catch (error) {
    remove()
    throw unopenable(file, error)
  }
}

const PREFIX = 'lectern-advise-'
const A_DAY = 24 * 60 * 60 * 1_000

/** Copies of processes that were killed while they copied. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (Date.now() - made > A_DAY) removeIfPossible(() => rmSync(folder, { recursive: true, force: true }))
  }
}

/** Deletes the file name of the open copy, so that nothing is left if the process is killed. Windows refuses. */
function removeIfPossible(remove: () => void): void {
  try {
    remove()
  } catch {
    // Removed at the end, or belongs to another user.
  }
}

/** A consistent copy, even if other programs write meanwhile. */
async function copyFile(file: string, copy: string): Promise<void> {
  const source = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    await source.backup(copy)
  } finally {
    source.close()
  }
}

function openCopy(copy: string): BetterSqlite3.Database {
  const connection = new Sqlite(copy)
  connection.pragma('journal_mode = off')
  connection.pragma('synchronous = off')
  addFunctions(connection)
  return connection
}

function trialOn(connection: BetterSqlite3.Database, remove: () => void): Trial {
  return {
    indexes: indexesOf(connection),
    words: null,
    try: async (statement) => {
      const prepared = connection.prepare(statement.text).raw()
      const milliseconds = await leastTime(() => {
        const start = performance.now()
        prepared.all(...statement.values)
        return performance.now() - start
      })
      return { plan: explainSqlite(connection, statement), milliseconds }
    },
    change: async (statement) => {
      connection.exec(render(statement, sqliteSyntax).text)
    },
    close: async () => {
      connection.close()
      remove()
    },
  }
}
