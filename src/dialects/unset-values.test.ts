import { describe, expect, it } from 'vitest'
import { unsetValues } from './unset-values.ts'

const unset = (client: string, connection: unknown, override?: string) =>
  unsetValues({
    override,
    configured: { file: 'config/database.js', value: { connection: { client, connection } } },
    url: undefined,
    projectFolder: '/project',
    currentFolder: '/project',
  }).map(({ path, message }) => `${path}: ${message}`)

describe('unsetValues', () => {
  it('reports a file name without a value, and what is used instead', () => {
    expect(unset('sqlite', { filename: undefined })).toEqual([
      expect.stringMatching(/^connection\.connection\.filename: This has no value, so \.tmp\/data\.db is used\./),
    ])
  })

  it.each([
    ['a URL', { connectionString: undefined }, [/connectionString: .*PGHOST/]],
    ['a host', { host: undefined, database: 'd' }, [/host: .*PGHOST/]],
    ['a database', { host: 'h', database: undefined }, [/database: .*PGDATABASE/]],
    ['both', { connectionString: undefined, host: null }, [/connectionString/, /host/]],
  ])('reports %s of a server without a value', (_what, connection, expected) => {
    expect(unset('postgres', connection)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  })

  it.each([
    ['sqlite', {}],
    ['sqlite', { filename: 'content.db' }],
    ['sqlite', undefined],
    ['postgres', {}],
    ['postgres', { connectionString: undefined, host: 'h', database: 'd', password: undefined }],
    ['postgres', { connectionString: 'postgresql://h/d', host: undefined, database: undefined }],
    ['none', { filename: undefined }],
  ])('reports nothing for %s %j', (client, connection) => {
    expect(unset(client, connection)).toEqual([])
  })

  it('reports nothing if the command line names the database', () => {
    expect(unset('sqlite', { filename: undefined }, 'x.db')).toEqual([])
  })
})
