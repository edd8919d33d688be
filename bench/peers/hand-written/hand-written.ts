import type { DatabaseKind } from '../../database/bench-databases.ts'
import { statements } from './statements.ts'
import { postgresWords, sqliteWords, type Words } from './words.ts'
import type { HandWritten } from './written.ts'

export const wordsFor = (database: DatabaseKind): Words => (database === 'sqlite' ? sqliteWords : postgresWords)

export const handWrittenFor = (database: DatabaseKind, scale: number): readonly HandWritten[] =>
  statements(wordsFor(database), scale)
