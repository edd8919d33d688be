import { describe, expect, it } from 'vitest'
import type { Notice } from './notice.ts'
import { readProxy } from './read-proxy.ts'
import { settingReader } from './setting-readers.ts'

function proxyOf(proxy: unknown) {
  const notices: Notice[] = []
  const config = new Map([['server', { file: 'config/server.js', value: { proxy } }]] as const)
  return { proxy: readProxy(settingReader(config, [], notices)), problems: notices.map(({ path }) => path) }
}

const PRIVATE = ['loopback', 'linklocal', 'uniquelocal']

describe('readProxy', () => {
  it.each([
    undefined,
    false,
    {},
    { koa: false },
    { http: 'http://out.example' },
    { koa: false, trusted: ['10.0.0.1'] },
  ])('trusts no proxy: %j', (proxy) => {
    expect(proxyOf(proxy)).toEqual({ proxy: null, problems: [] })
  })

  it.each([true, { koa: true }])('trusts private networks if the project names no proxies: %j', (proxy) => {
    expect(proxyOf(proxy)).toEqual({ proxy: { trusted: PRIVATE }, problems: [] })
  })

  it.each([{ koa: true }, {}])('trusts only the named proxies: %j', (more) => {
    const trusted = ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32', 'loopback']
    expect(proxyOf({ ...more, trusted })).toEqual({ proxy: { trusted }, problems: [] })
  })

  it.each(['anybody', '10.0.0.0/33', '10.0.0.0/0', '0.0.0.0/x', '', '10.0.0.1/8/8', 'proxy.example'])(
    'says that %j is not an address',
    (address) => {
      expect(proxyOf({ koa: true, trusted: [address] }).problems).toEqual(['proxy.trusted'])
    },
  )

  it.each(['yes', 1, ['10.0.0.1']])('says what is expected instead of %j', (proxy) => {
    expect(proxyOf(proxy)).toEqual({ proxy: null, problems: ['proxy'] })
  })
})
