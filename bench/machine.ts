import { cpus, totalmem } from 'node:os'
import Database from 'better-sqlite3'

export type Machine = {
  readonly cpu: string
  readonly cores: number
  readonly memoryGiB: number
  readonly node: string
  readonly sqlite: string
  readonly platform: string
}

const sqliteVersion = (): string => {
  const db = new Database(':memory:')
  try {
    return db.prepare('select sqlite_version()').pluck().get() as string
  } finally {
    db.close()
  }
}

export const describeMachine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  sqlite: sqliteVersion(),
  platform: `${process.platform} ${process.arch}`,
})
