import { readFileSync } from 'node:fs'
import { lectern } from '../peers/lectern.ts'
import { fixtureProject } from '../project-root.ts'

const indexStatement = /^\s*create (?:unique )?index\b[^;]*/i
/** Tables that only Lectern's copies have. */
const onOwnTable = / on "?lectern_/i
const indexName = /index (?:if not exists )?"?(\w+)/i

export const statementsIn = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => indexStatement.exec(line)?.[0].trim() ?? [])

/** The indexes that `lectern migrate --adopt` would add to this database. */
const addedByLectern = (database: string): readonly string[] => {
  const script = lectern('migrate', '--adopt', '--sql', '--project', fixtureProject, '--database', database)
  const statements = statementsIn(script).filter((statement) => !onOwnTable.test(statement))
  if (statements.length === 0) throw new Error(`lectern migrate --adopt would add no index to ${database}.`)
  return statements
}

const inFile = (file: string): readonly string[] => {
  const statements = statementsIn(readFileSync(file, 'utf8'))
  if (statements.length === 0) throw new Error(`${file} has no "create index" in it: one statement a line.`)
  return statements
}

/** Lectern's own, and those of a file: one `create index` a line, other lines are passed over. */
export const indexStatements = (database: string, file: string | undefined): readonly string[] => {
  const own = addedByLectern(database)
  const more = file === undefined ? [] : inFile(file)
  return [...own, ...more.filter((statement) => !own.includes(statement))]
}

export const namesOf = (statements: readonly string[]): readonly string[] =>
  statements.flatMap((statement) => indexName.exec(statement)?.[1] ?? [])
