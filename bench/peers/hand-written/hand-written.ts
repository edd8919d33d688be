import type { DatabaseKind } from '../../database/bench-databases.ts'
import { statements } from './statements.ts'
import { postgresWords, sqliteWords } from './words.ts'
import type { HandWritten } from './written.ts'

export const handWrittenFor = (database: DatabaseKind, scale: number): readonly HandWritten[] =>
  statements(database === 'sqlite' ? sqliteWords : postgresWords, scale)
