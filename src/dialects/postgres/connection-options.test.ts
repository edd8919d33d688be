import { describe, expect, it } from 'vitest'
import { serverAddress } from './connection-options.ts'

describe('serverAddress', () => {
  it('takes a URL, and the schema it names', () => {
    expect(serverAddress('postgres://me:secret@db.example.org/content?schema=cms')).toEqual({
      options: { connectionString: 'postgres://me:secret@db.example.org/content?schema=cms' },
      schema: 'cms',
      place: 'db.example.org:5432',
    })
    expect(serverAddress('postgres://h:6432/d').place).toBe('h:6432')
    expect(serverAddress('postgres:///d')).toMatchObject({ place: 'localhost:5432', schema: null })
    expect(serverAddress('postgres:///d?host=/run/postgresql&port=5433').place).toBe('/run/postgresql:5433')
    expect(serverAddress('postgres://%2Frun%2Fpostgresql/d').place).toBe('/run/postgresql:5432')
  })

  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
    'passes sslmode=%s with the meaning that the driver gives it',
    (mode) => {
      const { options } = serverAddress(`postgres://h/d?schema=cms&sslmode=${mode}&x=sslmode=${mode}`)
      expect(options.connectionString).toBe(`postgres://h/d?schema=cms&sslmode=verify-full&x=sslmode=${mode}`)
    },
  )

  it.each([
    'postgres://u:sslmode=require@h/d',
    'postgres://h/d?sslmode=disable',
    'postgres://h/d?sslmode=no-verify&sslrootcert=a.pem',
    'postgres://h/d?uselibpqcompat=true&sslmode=require',
  ])('does not change %s', (url) => {
    expect(serverAddress(url).options.connectionString).toBe(url)
  })

  it('reads the parts that a project configures', () => {
    const parts = { host: 'h', port: 6432, database: 'd', user: 'u', password: 'p' }
    expect(serverAddress({ ...parts, port: '6432', schema: 'cms', ssl: false, connectionString: undefined })).toEqual({
      options: parts,
      schema: 'cms',
      place: 'h:6432',
    })
    expect(serverAddress({ database: 'd', host: '', schema: '' })).toEqual({
      options: { database: 'd' },
      schema: null,
      isDefault: true,
      place: 'localhost:5432',
    })
  })

  it('prefers the connection string to the parts', () => {
    const { options, place } = serverAddress({ connectionString: 'postgres://h/d', host: 'other', schema: 'cms' })
    expect({ options, place }).toEqual({ options: { connectionString: 'postgres://h/d' }, place: 'h:5432' })
  })

  it.each([
    [true, true],
    [
      { ca: 'CA', key: undefined, cert: '', cipher: 'C' },
      { ca: 'CA', ciphers: 'C', rejectUnauthorized: true },
    ],
    [{ rejectUnauthorized: false }, { rejectUnauthorized: false }],
    [false, undefined],
  ])('reads ssl %j', (ssl, expected) => {
    expect(serverAddress({ host: 'h', ssl }).options.ssl).toEqual(expected)
    expect(serverAddress({ connectionString: 'postgres://h/d', ssl }).options.ssl).toEqual(expected)
  })
})
