import { describe, expect, it } from 'vitest'
import { choosePrimary } from './choose-primary.ts'

const [a, b] = [
  { host: 'a', port: 5432 },
  { host: 'b', port: 5432 },
]
const looked = (host: typeof a, timeline: string | null) => ({ host, timeline, reason: null })

const hostOf = (...args: Parameters<typeof choosePrimary>) => choosePrimary(...args)?.host ?? null

describe('choosePrimary', () => {
  it('chooses the server that accepts writes, whatever its position', () => {
    expect(hostOf([looked(a, null), looked(b, '00000001')], null)).toBe(b)
    expect(hostOf([looked(a, null), looked(b, '00000002')], a)).toBe(b)
  })

  it('chooses the server that was promoted last if a former primary accepts writes, too', () => {
    expect(hostOf([looked(a, '00000009'), looked(b, '0000000A')], a)).toBe(b)
    expect(hostOf([looked(a, '0000000A'), looked(b, '00000009')], b)).toBe(a)
  })

  it('keeps the current primary in a tie', () => {
    expect(hostOf([looked(a, '00000001'), looked(b, '00000001')], b)).toBe(b)
    expect(hostOf([looked(a, '00000001'), looked(b, '00000001')], null)).toBe(a)
  })

  it('is null if no server accepts writes', () => {
    expect(hostOf([looked(a, null), looked(b, null)], a)).toBeNull()
  })
})
