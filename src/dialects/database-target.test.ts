import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { databaseTarget } from './database-target.ts'

const projectFolder = mkdtempSync(join(tmpdir(), 'lectern-target-'))
const currentFolder = mkdtempSync(join(tmpdir(), 'lectern-current-'))
writeFileSync(join(projectFolder, 'here.db'), '')
writeFileSync(join(currentFolder, 'elsewhere.db'), '')
afterAll(() => {
  for (const folder of [projectFolder, currentFolder]) rmSync(folder, { recursive: true, force: true })
})

const target = (connection: unknown, override?: string, url?: string) =>
  databaseTarget({
    override,
    configured: connection === undefined ? undefined : { file: 'config/database.js', value: { connection } },
    url,
    projectFolder,
    currentFolder,
  })

const sqlite = (connection: string) => ({ target: { client: 'sqlite', connection }, problems: [] })

describe('databaseTarget', () => {
  it('gives precedence to the command line', () => {
    const configured = { client: 'mysql', connection: {} }
    expect(target(configured, 'x.db')).toEqual(sqlite(join(currentFolder, 'x.db')))
    for (const url of ['postgres://h/d', 'postgresql://h/d']) {
      expect(target(configured, url).target).toEqual({ client: 'postgres', connection: url })
    }
    expect(target(undefined, 'mysql://h/d').problems).toHaveLength(1)
  })

  it.each(['postgres', 'PostgreSQL', 'sqlite', 'mysql2', 'mongodb'])('makes no file of an engine: %s', (name) => {
    const message = expect.stringMatching(/^--database: This is the name of a database engine/)
    expect(target(undefined, name).problems).toEqual([{ file: null, path: null, message }])
    expect(target(undefined, `./${name}`)).toEqual(sqlite(join(currentFolder, name)))
  })

  it.each([
    'file:content.db',
    'sqlite:./content.db',
    'localhost:5432/site',
    '127.0.0.1:5432',
    'user:secret@host/site',
    ':memory:',
  ])('makes no file of the name %s', (name) => {
    const named = target(undefined, name).problems
    expect(named).toEqual([{ file: null, path: null, message: expect.stringMatching(/^--database: .* file/) }])
    expect(JSON.stringify(named)).not.toContain('secret')
    expect(target(undefined, undefined, name).problems[0]?.message).toMatch(/^DATABASE_URL: /)
    expect(target({ client: 'sqlite', connection: { filename: name } }).problems).toEqual([
      {
        file: 'config/database.js',
        path: 'connection.connection.filename',
        message: expect.stringContaining('file'),
      },
    ])
  })

  it.each(['C:\\content.db', './a:b.db', 'data/a:b.db'])('takes %s for a file', (name) => {
    expect(target(undefined, name).target.client).toBe('sqlite')
  })

  it('looks for a file in the project first, then in the current folder', () => {
    const file = (filename: string) => target({ client: 'sqlite', connection: { filename } })
    expect(file('here.db')).toEqual(sqlite(join(projectFolder, 'here.db')))
    expect(file('elsewhere.db')).toEqual(sqlite(join(currentFolder, 'elsewhere.db')))
    expect(file('/absolute.db')).toEqual(sqlite('/absolute.db'))
  })

  it('puts a new file into the project, whatever the current folder is', () => {
    const connection = { filename: '.tmp/data.db' }
    expect(target({ client: 'sqlite', connection })).toEqual(sqlite(join(projectFolder, '.tmp/data.db')))
  })

  it('falls back on the default file of a new project', () => {
    expect(target(undefined)).toEqual(sqlite(join(projectFolder, '.tmp/data.db')))
  })

  it('reads DATABASE_URL only if the project names no database', () => {
    const url = 'postgres://h/d'
    expect(target(undefined, undefined, url).target).toEqual({ client: 'postgres', connection: url })
    expect(target({ client: 'postgres' }, undefined, url).target).toEqual({ client: 'postgres', connection: url })
    expect(target({ client: 'sqlite', connection: { filename: 'here.db' } }, undefined, url).target.client).toBe(
      'sqlite',
    )
    expect(target(undefined, 'x.db', url)).toEqual(sqlite(join(currentFolder, 'x.db')))
    expect(target(undefined, undefined, 'mysql://h/d').problems).toMatchObject([
      { message: expect.stringMatching(/^DATABASE_URL: mysql/) },
    ])
  })

  it("passes on the project's connection options", () => {
    const socket = { connectionString: '/var/run/postgresql site' }
    for (const connection of [{ host: 'h', database: 'd' }, { connectionString: '' }, socket]) {
      expect(target({ client: 'postgres', connection }).target).toEqual({ client: 'postgres', connection })
    }
  })

  it.each(['postgress', 'Postgres', 'sqlite3'])('suggests a known client for %s', (client) => {
    const { problems } = target({ client, connection: {} })
    expect(problems).toMatchObject([{ message: expect.stringMatching(/Did you mean "(postgres|sqlite)"\?$/) }])
  })

  it('explains why a client may be missing', () => {
    expect(target({ connection: {} }).problems).toMatchObject([{ message: expect.stringContaining('.env') }])
  })

  it('explains how to move content from an unsupported database', () => {
    const { problems } = target({ client: 'mysql', connection: {} })
    expect(problems).toMatchObject([{ message: expect.stringMatching(/"mysql" is not supported.*lectern import/) }])
  })

  it.each([
    ['another client', { client: 'mysql', connection: {} }, 'connection.client'],
    ['no client', { connection: {} }, 'connection.client'],
    ['a function', { client: 'postgres', connection: () => ({}) }, 'connection.connection'],
    ['no connection', { client: 'postgres' }, 'connection.connection'],
    ['another URL', { client: 'postgres', connection: 'localhost/site' }, 'connection.connection'],
    [
      'another connectionString',
      { client: 'postgres', connection: { connectionString: 'localhost/site' } },
      'connection.connection.connectionString',
    ],
  ])('refuses %s', (_what, connection, path) => {
    expect(target(connection).problems).toMatchObject([{ file: 'config/database.js', path }])
  })
})
