/** Searches that the bench compares find the same: by words, by substrings and by hand-written SQL. */

import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutCursors } from '../../bench/beyond/check-results.ts'
import { rareWordStatement, searchGroups, searchSettings } from '../../bench/beyond/search-queries.ts'
import { beyondAnswers } from '../../bench/peers/hand-written/beyond/beyond-answers.ts'
import { wordIndex } from '../../bench/peers/hand-written/beyond/found-words.ts'
import { type Lectern, migrateProject, openProject } from '../../src/index.ts'
import { copyDatabase, copyProject, placedOn, removeCopies } from '../security/copies.ts'
import { askerOf } from '../support/ask.ts'
import { DATABASES } from '../support/databases.ts'
import { runScript, withClient } from '../support/postgres.ts'

const settings = { rest: { extensions: ['search'] }, search: searchSettings }
const queries = searchGroups.flat()

async function firstColumn(database: string, text: string): Promise<readonly unknown[]> {
  if (database.startsWith('postgres:')) {
    const types = { getTypeParser: () => String }
    const ask = withClient(database, (client) => client.query<unknown[]>({ text, rowMode: 'array', types }))
    return (await ask).rows.map(([value]) => value)
  }
  const connection = new BetterSqlite3(database, { readonly: true })
  const values = connection.prepare(text).pluck().all()
  connection.close()
  return values
}

describe.each(DATABASES)('a search of --beyond on %s', (kind) => {
  let lectern: Lectern
  let database: string

  beforeAll(async () => {
    const project = copyProject(() => {}, { 'config/api.js': `module.exports = ${JSON.stringify(settings)}` })
    const change = [rareWordStatement, ...(kind === 'SQLite' ? wordIndex('sqlite') : [])]
    database = await placedOn(
      kind,
      copyDatabase((copy) => {
        for (const statement of change) copy.exec(statement)
      }),
    )
    if (kind === 'PostgreSQL') for (const statement of wordIndex('postgres')) await runScript(database, statement)
    await migrateProject({ project, database, env: {}, adopt: true })
    lectern = await openProject({ project, database, env: { TZ: 'UTC' }, profile: 'strapi' })
  })
  afterAll(async () => {
    await lectern.close()
    await removeCopies()
  })

  const bodyOf = async (path: string) => withoutCursors(await askerOf(lectern).text(path))

  it.each(queries)('$name gets the same, however it is asked for', async ({ name, path, same }) => {
    const ours = await bodyOf(path)
    expect(ours.data.length).toBeGreaterThan(0)
    const answer = beyondAnswers(kind === 'SQLite' ? 'sqlite' : 'postgres', 1).get(name)
    expect(withoutCursors((await answer?.((text) => firstColumn(database, text))) ?? '')).toEqual(ours)
    if (same !== undefined) expect(await bodyOf(same)).toEqual(ours)
  })
})
