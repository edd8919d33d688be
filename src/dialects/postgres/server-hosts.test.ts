import { describe, expect, it } from 'vitest'
import { serverAddress } from './connection-options.ts'
import { hostsInParts, hostsInUrl } from './server-hosts.ts'

describe('hostsInUrl', () => {
  it('does not change the URL of a single server', () => {
    const url = 'postgres://me:se,cret@db.example.org/site?sslmode=require'
    expect(hostsInUrl(url)).toEqual({ url, candidates: undefined })
  })

  it('finds several, each with its port', () => {
    expect(hostsInUrl('postgres://me:p%40ss@a,b:5433,[::1]:5434/site?schema=cms')).toEqual({
      url: 'postgres://me:p%40ss@a/site?schema=cms',
      candidates: [
        { host: 'a', port: 5432 },
        { host: 'b', port: 5433 },
        { host: '::1', port: 5434 },
      ],
    })
  })

  it('accepts a redundant target_session_attrs for a single server', () => {
    expect(hostsInUrl('postgresql://a:5433/site?target_session_attrs=read-write')).toEqual({
      url: 'postgresql://a:5433/site',
      candidates: [{ host: 'a', port: 5433 }],
    })
  })

  it.each(['any', 'standby', 'read-only', 'prefer-standby'])('refuses %s, and says what to write instead', (target) => {
    const url = `postgres://a,b/site?target_session_attrs=${target}`
    expect(() => hostsInUrl(url)).toThrow(/takes writes \(read-write\). Name servers that follow it with --replica/)
  })
})

describe('hostsInParts', () => {
  it('has a port for each host, or one for all', () => {
    expect(hostsInParts('a,b', '5433,5434', undefined)).toEqual([
      { host: 'a', port: 5433 },
      { host: 'b', port: 5434 },
    ])
    expect(hostsInParts('a, b', 6432, undefined)?.map(({ port }) => port)).toEqual([6432, 6432])
    expect(hostsInParts('a', undefined, undefined)).toBeUndefined()
    expect(hostsInParts('a', undefined, 'primary')).toEqual([{ host: 'a', port: 5432 }])
  })
})

describe('serverAddress', () => {
  it('names all servers, with the options of the first', () => {
    const candidates = [
      { host: 'a', port: 5432 },
      { host: 'b', port: 5433 },
    ]
    expect(serverAddress('postgres://a,b:5433/site?schema=cms')).toEqual({
      options: { connectionString: 'postgres://a/site?schema=cms' },
      schema: 'cms',
      place: 'a:5432, b:5433',
      candidates,
    })
    expect(serverAddress({ host: 'a,b', port: '5432,5433', database: 'site' })).toMatchObject({
      options: { host: 'a', port: 5432, database: 'site' },
      place: 'a:5432, b:5433',
      candidates,
    })
  })
})
