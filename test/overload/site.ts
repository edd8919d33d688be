/** The recorded project with settings of its own, on either database. */

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseKind } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { createMagazine } from '../support/postgres.ts'

export interface Site {
  /** The project folder. */
  readonly folder: string
  /** The value of `--database`. */
  readonly database: string
  remove(): Promise<void>
}

async function sqliteFile(folder: string) {
  const database = join(folder, 'content.db')
  cpSync(fixture('magazine.sqlite'), database)
  return { database, drop: async () => undefined }
}

async function postgresDatabase() {
  const { url, drop } = await createMagazine()
  return { database: url, drop }
}

const MAKE = { SQLite: sqliteFile, PostgreSQL: postgresDatabase }

/** `rest`: the settings of `config/api`. */
export async function makeSite(kind: DatabaseKind, rest: object = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-overload-'))
  cpSync(fixture('magazine'), folder, { recursive: true })
  writeFileSync(join(folder, 'config', 'api.js'), `module.exports = ${JSON.stringify({ rest })}\n`)
  const { database, drop } = await MAKE[kind](folder)
  return {
    folder,
    database,
    remove: async () => {
      rmSync(folder, { recursive: true, force: true })
      await drop()
    },
  }
}
