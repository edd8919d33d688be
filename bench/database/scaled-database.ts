import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { Sqlite } from '../../src/dialects/sqlite/driver.ts'
import { checkDatabase, countRows } from './check-database.ts'
import { type CopiedTable, copiedTables, copyStatement } from './copied-tables.ts'

export type ScaledDatabase = {
  readonly source: string
  readonly out: string
  /** Number of copies of the source's content; 1 is the source itself. */
  readonly scale: number
  readonly log: (line: string) => void
}

type Index = { readonly name: string; readonly sql: string }

const maximumScale = 20_000

const indexesOf = (db: Database.Database, table: string): readonly Index[] =>
  db
    .prepare("select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null")
    .all(table) as Index[]

// Indexes built after the rows are several times faster to make, and packed as after a VACUUM.
const copyTable = (db: Database.Database, table: CopiedTable, scale: number): void => {
  const indexes = indexesOf(db, table.name)
  for (const index of indexes) db.exec(`drop index main."${index.name}"`)
  db.prepare(copyStatement(db, table)).run({ lastCopy: scale - 1 })
  for (const index of indexes) db.exec(index.sql)
}

const fill = (file: string, options: ScaledDatabase): void => {
  const db = new Sqlite(file)
  try {
    // The file is deleted when anything fails, so it need not survive a crash.
    db.pragma('journal_mode = off')
    db.pragma('synchronous = off')
    db.pragma('foreign_keys = off')
    db.prepare('attach ? as source').run(options.source)
    for (const table of copiedTables(db)) copyTable(db, table, options.scale)
    options.log(`${countRows(db, 'articles')} rows of articles`)
    db.pragma(`user_version = ${options.scale}`)
    db.pragma('journal_mode = delete')
  } finally {
    db.close()
  }
}

const check = (file: string, options: ScaledDatabase): void => {
  const db = new Sqlite(file, { readonly: true })
  const source = new Sqlite(options.source, { readonly: true })
  try {
    checkDatabase(db, source, options.scale)
  } finally {
    db.close()
    source.close()
  }
}

const scaleOf = (file: string): number => {
  const db = new Sqlite(file, { readonly: true })
  try {
    return db.pragma('user_version', { simple: true }) as number
  } finally {
    db.close()
  }
}

/** Makes the file, or leaves it alone when it already has that scale. Returns whether it was made. */
export const makeScaledDatabase = (options: ScaledDatabase): boolean => {
  if (!Number.isInteger(options.scale) || options.scale < 1 || options.scale > maximumScale)
    throw new Error(`The scale must be a whole number from 1 to ${maximumScale}, not ${options.scale}.`)
  if (existsSync(options.out) && scaleOf(options.out) === options.scale) return false
  const unfinished = `${options.out}.unfinished`
  mkdirSync(dirname(options.out), { recursive: true })
  copyFileSync(options.source, unfinished)
  try {
    fill(unfinished, options)
    options.log('checking counts, documents, foreign keys and polymorphic links')
    check(unfinished, options)
    renameSync(unfinished, options.out)
  } finally {
    rmSync(unfinished, { force: true })
  }
  return true
}
