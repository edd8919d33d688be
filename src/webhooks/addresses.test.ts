import type { LookupAddress, lookup } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { addressIn, checkedLookup, mayReach } from './addresses.ts'

describe('mayReach', () => {
  it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:8.8.8.8'])('%s', (address) => {
    expect(mayReach(address, false)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '127.255.0.9',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
  ])('not %s', (address) => {
    expect(mayReach(address, false)).toBe(false)
  })

  it('what is allowed, in whichever form it is written', () => {
    const allowed = ['10.1.0.0/16', '127.0.0.1', 'fd00::/8']
    expect(mayReach('10.1.2.3', allowed)).toBe(true)
    expect(mayReach('::ffff:10.1.2.3', allowed)).toBe(true)
    expect(mayReach('127.0.0.1', allowed)).toBe(true)
    expect(mayReach('fd12::1', allowed)).toBe(true)
    expect(mayReach('127.0.0.2', allowed)).toBe(false)
    expect(mayReach('10.2.0.1', allowed)).toBe(false)
    expect(mayReach('::1', allowed)).toBe(false)
    expect(mayReach('::1', true)).toBe(true)
  })
})

describe('addressIn', () => {
  it.each([
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f000001/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://0/', '0.0.0.0'],
    ['http://①②⑦.⓪.⓪.①/', '127.0.0.1'],
    ['http://[::1]:8080/', '::1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://[0:0:0:0:0:ffff:7f00:0001]/', '::ffff:7f00:1'],
  ])('%s is %s, which is refused', (url, address) => {
    expect(addressIn(new URL(url))).toBe(address)
    expect(mayReach(address, false)).toBe(false)
  })

  it('is null for a name', () => {
    expect(addressIn(new URL('https://example.com/'))).toBe(null)
  })
})

describe('checkedLookup', () => {
  const resolving = (...found: readonly LookupAddress[]) =>
    ((_name: string, _options: object, done: (error: null, all: readonly LookupAddress[]) => void) =>
      done(null, found)) as unknown as typeof lookup
  const PUBLIC = { address: '93.184.216.34', family: 4 }
  const look = (found: readonly LookupAddress[], all: boolean) =>
    new Promise((resolve) => {
      const lookup = checkedLookup(false, resolving(...found))
      lookup('name.example', { all }, (error, address, family) => resolve(error ?? [address, family]))
    })

  it('gives the address that it has checked, or all of them', async () => {
    expect(await look([PUBLIC], false)).toEqual(['93.184.216.34', 4])
    expect(await look([PUBLIC], true)).toEqual([[PUBLIC], undefined])
  })

  it('refuses a name that leads to a private address, also beside a public one', async () => {
    for (const address of ['127.0.0.1', '169.254.169.254', '::ffff:10.0.0.1']) {
      const refused = { name: 'RefusedAddress', message: expect.stringContaining(`name.example (${address})`) }
      expect(await look([{ address, family: 4 }], false)).toMatchObject(refused)
      expect(await look([PUBLIC, { address, family: 4 }], true)).toMatchObject(refused)
    }
  })
})
