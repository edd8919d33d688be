import { constants, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { Sqlite } from '../../src/dialects/sqlite/driver.ts'
import { fixtureDatabase, fromRoot } from '../project-root.ts'
import type { BenchDatabases, Log } from './bench-databases.ts'
import { countRows } from './check-database.ts'
import { tableNames } from './copied-tables.ts'
import { makeScaledDatabase } from './scaled-database.ts'

const folder = fromRoot('bench', 'data')

const within = <Value>(file: string, work: (db: Database.Database) => Value): Value => {
  const db = new Sqlite(file)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const original = (scale: number, log: Log): string => {
  const out = join(folder, `magazine-${scale}.sqlite`)
  const made = makeScaledDatabase({ source: fixtureDatabase, out, scale, log })
  log(made ? `made ${out}` : `reusing ${out}`)
  return out
}

/** Originals stay in bench/data, since creating one takes seconds; copies are deleted with the run. */
export const openSqliteDatabases = (log: Log): BenchDatabases => {
  const copies = join(folder, `run-${process.pid}`)
  mkdirSync(copies, { recursive: true })
  return {
    kind: 'sqlite',
    version: within(':memory:', (db) => db.prepare('select sqlite_version()').pluck().get() as string),
    copy: async (scale, name) => {
      const copy = join(copies, `${name}-${scale}.sqlite`)
      copyFileSync(original(scale, log), copy, constants.COPYFILE_FICLONE)
      return copy
    },
    create: async (name) => join(copies, `${name}.sqlite`),
    duplicate: async (file, name) => {
      const copy = join(copies, `${name}.sqlite`)
      // Move the write-ahead log into the file.
      within(file, (db) => db.pragma('wal_checkpoint(truncate)'))
      copyFileSync(file, copy, constants.COPYFILE_FICLONE)
      return copy
    },
    execute: async (file, statements) =>
      within(file, (db) => {
        for (const statement of statements) db.exec(statement)
      }),
    indexNames: async (file) =>
      within(
        file,
        (db) => new Set(db.prepare("select name from sqlite_master where type = 'index'").pluck().all() as string[]),
      ),
    tableNames: async (file) => within(file, tableNames),
    countRows: async (file, table) => within(file, (db) => countRows(db, table)),
    remove: async () => rmSync(copies, { recursive: true, force: true }),
  }
}
