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
  it('names a file name that has no value, and what is used instead', () => {
    expect(unset('sqlite', { filename: undefined })).toEqual([
      expect.stringMatching(/^connection\.connection\.filename: This has no value, so \.tmp\/data\.db is used\./),
    ])
  })

  it.each([
    ['a URL', { connectionString: undefined }, [/connectionString: .*PGHOST/]],
    ['a host', { host: undefined, database: 'd' }, [/host: .*PGHOST/]],
    ['a database', { host: 'h', database: undefined }, [/database: .*PGDATABASE/]],
    ['both', { connectionString: undefined, host: null }, [/connectionString/, /host/]],
  ])('names %s of a server that has no value', (_what, connection, expected) => {
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
  ])('is silent about %s %j', (client, connection) => {
    expect(unset(client, connection)).toEqual([])
  })

  it('is silent where the command line names the database', () => {
    expect(unset('sqlite', { filename: undefined }, 'x.db')).toEqual([])
  })
})
