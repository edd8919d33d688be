import type { BenchDatabases, DatabaseKind, Log } from './bench-databases.ts'
import { openPostgresDatabases } from './postgres-databases.ts'
import { openSqliteDatabases } from './sqlite-databases.ts'

export const openDatabases = async (kind: DatabaseKind, log: Log): Promise<BenchDatabases> =>
  kind === 'sqlite' ? openSqliteDatabases(log) : openPostgresDatabases(log)
