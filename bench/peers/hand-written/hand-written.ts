import { postgresStatements } from './postgres-statements.ts'
import { sqliteStatements } from './sqlite-statements.ts'
import type { HandWritten } from './written.ts'

export const handWrittenFor = (database: 'sqlite' | 'postgres', scale: number): readonly HandWritten[] =>
  database === 'sqlite' ? sqliteStatements(scale) : postgresStatements(scale)
