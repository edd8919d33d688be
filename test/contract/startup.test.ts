/** Messages for a project or a database that cannot be served. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { type Problem, ProjectError } from '../../src/index.ts'
import { askerOf } from '../support/ask.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

const projects: MadeProject[] = []
afterEach(async () => {
  for (const project of projects.splice(0)) await project.remove()
})

async function made(): Promise<MadeProject> {
  const project = await makeProject({
    types: {
      book: { attributes: { title: { type: 'string' } } },
      shelf: { attributes: { books: { type: 'relation', relation: 'oneToMany', target: 'api::book.book' } } },
    },
  })
  projects.push(project)
  return project
}

async function problemsOf(project: MadeProject, database?: string): Promise<readonly Problem[]> {
  try {
    await project.open(database === undefined ? {} : { database })
  } catch (error) {
    if (error instanceof ProjectError) return error.problems
    throw error
  }
  throw new Error('the project was opened')
}

/** One problem: complete sentences, without a stack trace. */
function sentence(problems: readonly Problem[]): string {
  expect(problems).toHaveLength(1)
  const [problem] = problems
  expect(problem?.message).toMatch(/^[A-Z].*\S$/)
  expect(problem?.message).not.toMatch(/\n|SQLITE_|Error:/)
  return problem?.message ?? ''
}

describe('a project with mistakes', () => {
  it('reports all mistakes, each with its file and the path in it', async () => {
    const project = await made()
    const schema = (name: string) => `src/api/${name}/content-types/${name}/schema.json`
    const content = (attributes: unknown, name: string) =>
      JSON.stringify({
        kind: 'collectionType',
        collectionName: `${name}s`,
        info: { singularName: name, pluralName: `${name}s`, displayName: name },
        attributes,
      })
    writeFileSync(join(project.folder, schema('book')), content({ title: { type: 'sting' } }, 'book'))
    writeFileSync(
      join(project.folder, schema('shelf')),
      content({ books: { type: 'relation', relation: 'oneToMany', target: 'api::boot.boot' } }, 'shelf'),
    )
    writeFileSync(join(project.folder, 'config/api.json'), JSON.stringify({ rest: { maxLimit: 'many' } }))
    const problems = await problemsOf(project)
    expect(problems.map(({ file, path }) => [file, path])).toEqual(
      expect.arrayContaining([
        ['config/api.json', 'rest.maxLimit'],
        [schema('book'), 'attributes.title.type'],
        [schema('shelf'), 'attributes.books.target'],
      ]),
    )
    expect(problems).toHaveLength(3)
    for (const { message } of problems) expect(message).toMatch(/^[A-Z].*\S$/)
  })

  it('reports a schema file with invalid JSON beside the other mistakes', async () => {
    const project = await made()
    writeFileSync(join(project.folder, 'src/api/book/content-types/book/schema.json'), '{ "kind": ')
    writeFileSync(join(project.folder, 'config/api.json'), JSON.stringify({ rest: { maxLimit: 'many' } }))
    const files = (await problemsOf(project)).map(({ file }) => file)
    expect(files).toContain('src/api/book/content-types/book/schema.json')
    expect(files).toContain('config/api.json')
  })
})

describe('a database that cannot be served', () => {
  it('is missing', async () => {
    const project = await made()
    const file = join(project.folder, 'nowhere.db')
    expect(sentence(await problemsOf(project, file))).toContain(file)
  })

  it('is a folder', async () => {
    const project = await made()
    expect(sentence(await problemsOf(project, project.folder))).toContain(project.folder)
  })

  it('is not a database file', async () => {
    const project = await made()
    const file = join(project.folder, 'text.db')
    writeFileSync(
      file,
      'this is a text, and long enough that nobody could take it for the header of a database\n'.repeat(20),
    )
    expect(sentence(await problemsOf(project, file))).toContain('is not a SQLite database')
  })

  it('is locked by another program', async () => {
    const project = await made()
    const other = new BetterSqlite3(project.database)
    other.exec('begin exclusive')
    try {
      expect(sentence(await problemsOf(project))).toContain('is locked by another program')
    } finally {
      other.close()
    }
  })

  it('is empty', async () => {
    const project = await made()
    const file = join(project.folder, 'empty.db')
    writeFileSync(file, '')
    expect(sentence(await problemsOf(project, file))).toContain('The database is empty')
  })

  it('is one of Strapi 4', async () => {
    const project = await made()
    const file = join(project.folder, 'v4.db')
    const v4 = new BetterSqlite3(file)
    v4.exec(
      'create table books (id integer, title text); create table shelfs (id integer); create table shelfs_books_links (id integer)',
    )
    v4.close()
    expect(sentence(await problemsOf(project, file))).toContain('Strapi 4')
  })

  it('lacks tables and columns: each is named', async () => {
    const project = await made()
    const connection = new BetterSqlite3(project.database)
    connection.exec('alter table books drop column title; drop table shelfs_books_lnk')
    connection.close()
    expect((await problemsOf(project)).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['table books, column title', 'table shelfs_books_lnk']),
    )
  })
})

describe('a database that changes while the server runs', () => {
  it('is locked: requests get a 503, and responses again afterwards', async () => {
    const project = await made()
    const ask = askerOf(await project.open())
    expect(await ask.list('/api/books')).toEqual([])
    const other = new BetterSqlite3(project.database)
    other.exec('begin exclusive')
    expect(await ask.refusal('/api/books')).toMatchObject({ status: 503, name: 'ServiceUnavailableError' })
    other.exec('rollback')
    other.close()
    expect(await ask.list('/api/books')).toEqual([])
  })

  it('is written to: responses show it, permissions included', async () => {
    const project = await made()
    const ask = askerOf(await project.open())
    expect(await ask.list('/api/books')).toEqual([])
    const other = new BetterSqlite3(project.database)
    other.exec(`insert into books (id, document_id, title) values (1, 'b', 'New')`)
    expect(await ask.list('/api/books')).toMatchObject([{ id: 1, title: 'New' }])
    other.exec(`delete from up_permissions where action = 'api::book.book.find'`)
    expect(await ask.refusal('/api/books')).toMatchObject({ status: 403 })
    other.close()
  })
})
