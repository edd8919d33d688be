/** A SQLite view in the place of a table: read as one, and not cached, since it may show something else at any time. */

import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

let made: MadeProject
let lectern: Lectern
const due = Date.now() + 2_500

beforeAll(async () => {
  made = await makeProject({
    types: { note: { attributes: { title: { type: 'string' }, due: { type: 'datetime' } } } },
    rows: {
      notes: [
        { id: 1, title: 'now', due: 0 },
        { id: 2, title: 'soon', due },
      ],
    },
  })
  const connection = new BetterSqlite3(made.database)
  connection.exec(
    `alter table notes rename to all_notes;
     create view notes as select * from all_notes where due < unixepoch('subsec') * 1000`,
  )
  connection.close()
  lectern = await made.open()
})

afterAll(() => made?.remove())

const titles = async () => {
  const response = await lectern.fetch('/api/notes?sort=title')
  const { data } = (await response.json()) as { readonly data: readonly { readonly title: string }[] }
  return data.map(({ title }) => title)
}

it('is read, and shows what has come up meanwhile', async () => {
  expect(await titles()).toEqual(['now'])
  await expect.poll(titles, { timeout: 10_000, interval: 250 }).toEqual(['now', 'soon'])
})

it('does not keep a project from opening when its table is gone, nor does a table of an extension that is not loaded', async () => {
  const other = await makeProject({
    types: { note: { attributes: { title: { type: 'string' } } } },
    rows: { notes: [{ id: 1, title: 'here' }] },
  })
  try {
    const connection = new BetterSqlite3(other.database)
    connection.unsafeMode()
    connection.exec(
      `create table gone (title); create view of_gone as select title from gone; drop table gone;
       pragma writable_schema = on;
       insert into sqlite_master values ('table', 'places', 'places', 0, 'create virtual table places using missing (x)')`,
    )
    connection.close()
    const open = await other.open()
    expect((await open.fetch('/api/notes')).status).toBe(200)
  } finally {
    await other.remove()
  }
})
