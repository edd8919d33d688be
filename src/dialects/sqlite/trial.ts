/** Indexes tried on a copy of the file, in the folder for temporary files. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { leastTime, type Trial } from '../../execute/trial.ts'
import { render } from '../../sql/sql.ts'
import { unopenable } from './error-codes.ts'
import { explainSqlite } from './explain.ts'
import { addFunctions } from './functions.ts'
import { indexesOf } from './indexes.ts'
import { sqliteSyntax } from './syntax.ts'

export async function sqliteTrial(file: string): Promise<Trial> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-advise-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, 'copy.db')
    await copyFile(file, copy)
    return trialOn(openCopy(copy), remove)
  } catch (error) {
    remove()
    throw unopenable(file, error)
  }
}

/** A consistent copy, unaffected by concurrent writes. */
async function copyFile(file: string, copy: string): Promise<void> {
  const source = new BetterSqlite3(file, { readonly: true, fileMustExist: true })
  try {
    await source.backup(copy)
  } finally {
    source.close()
  }
}

function openCopy(copy: string): BetterSqlite3.Database {
  const connection = new BetterSqlite3(copy)
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
