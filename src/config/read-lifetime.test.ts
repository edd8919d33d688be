import { describe, expect, it } from 'vitest'
import type { Notice } from './notice.ts'
import { readLifetime } from './read-lifetime.ts'
import { settingReader } from './setting-readers.ts'

function read(expiresIn: unknown) {
  const notices: Notice[] = []
  const value = { 'users-permissions': { config: { jwt: { expiresIn } } } }
  const config = new Map([['plugins', { file: 'config/plugins.js', value }]] as const)
  const lifetime = readLifetime(settingReader(config, [], notices))
  return { lifetime, notices: notices.map(({ message }) => message) }
}

describe('readLifetime', () => {
  it.each([
    [undefined, 2_592_000_000],
    [3600, 3_600_000],
    ['7d', 604_800_000],
    ['2 days', 172_800_000],
    ['1.5h', 5_400_000],
    ['10m', 600_000],
    ['1w', 604_800_000],
    ['60000', 60_000],
  ])('%j', (written, lifetime) => {
    expect(read(written)).toEqual({ lifetime, notices: [] })
  })

  it.each([['soon'], ['-1d'], [0], [Number.NaN], [{}], ['5 moons']])('ignores %j', (written) => {
    const { lifetime, notices } = read(written)
    expect([lifetime, notices.length]).toEqual([2_592_000_000, 1])
    expect(notices[0]).toMatch(/^This must be seconds, or a time such as "30d" or "12h", not .* It is ignored\.$/)
  })
})
