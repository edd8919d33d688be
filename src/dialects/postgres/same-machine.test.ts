import { describe, expect, it } from 'vitest'
import { serverAddress } from './connection-options.ts'
import { isOnThisMachine } from './same-machine.ts'

describe('isOnThisMachine', () => {
  it.each([
    ['postgres://localhost/site', true],
    ['postgres://127.0.0.1:6432/site', true],
    ['postgres:///site', true],
    ['postgres:///site?host=/var/run/postgresql', true],
    ['postgres://db.example.org/site', false],
    ['postgres://192.0.2.1/site', false],
    ['postgres://localhost,127.0.0.1/site', true],
    ['postgres://localhost,db.example.org/site', false],
  ])('%s: %s', (url, expected) => {
    expect(isOnThisMachine(serverAddress(url))).toBe(expected)
  })

  it('recognizes a socket and a host in the parts of a configuration', () => {
    expect(isOnThisMachine(serverAddress({ host: '/var/run/postgresql', database: 'site' }))).toBe(true)
    expect(isOnThisMachine(serverAddress({ host: 'db', database: 'site' }))).toBe(false)
  })
})
