import { describe, expect, it } from 'vitest'
import { createStampedCache } from './stamped-cache.ts'

function start(most = 1_000) {
  const reads: string[] = []
  const fresh = createStampedCache<string>({ most, weigh: (value) => value.length })
  const get = (key: string, stamp: string | null, value: string | null = key) =>
    fresh.get(key, stamp, async () => {
      reads.push(key)
      return value
    })
  return { reads, fresh, get }
}

describe('createStampedCache', () => {
  it('reads once per stamp', async () => {
    const { reads, get } = start()
    expect([await get('a', '1'), await get('a', '1', 'other'), await get('b', '1')]).toEqual(['a', 'a', 'b'])
    expect(reads).toEqual(['a', 'b'])
  })

  it('reads again for another stamp, and stores one value per key', async () => {
    const { get } = start()
    await get('a', '1', 'old')
    expect(await get('a', '2', 'new')).toBe('new')
    expect(await get('a', '1', 'newer')).toBe('newer')
  })

  it('does not affect other keys', async () => {
    const { reads, get } = start()
    await get('a', '1')
    await get('b', '7')
    await get('a', '2')
    await get('b', '7')
    expect(reads).toEqual(['a', 'b', 'a'])
  })

  it('reads every time without a stamp', async () => {
    const { get } = start()
    await get('a', '1', 'old')
    expect([await get('a', null, '1'), await get('a', null, '2')]).toEqual(['1', '2'])
  })

  it('does not cache null', async () => {
    const { get } = start()
    expect(await get('a', '1', null)).toBeNull()
    expect(await get('a', '1', 'now there')).toBe('now there')
  })

  it('has a limited size', async () => {
    const { reads, get } = start(2)
    for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await get(key, '1')
    expect(reads).toEqual(['a', 'b', 'c', 'a'])
  })

  it('evicts unused values first', async () => {
    const { reads, get } = start(2)
    for (const key of ['a', 'b', 'a', 'c', 'a']) await get(key, '1')
    expect(reads).toEqual(['a', 'b', 'c'])
    for (const key of ['d', 'a', 'e', 'a']) await get(key, '1')
    expect(reads).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('does not cache a value that exceeds the limit alone', async () => {
    const { reads, get } = start(2)
    await get('a', '1')
    await get('abc', '1')
    await get('abc', '1')
    await get('a', '1')
    expect(reads).toEqual(['a', 'abc', 'abc'])
    await get('bc', '1')
    await get('bc', '1')
    expect(reads).toEqual(['a', 'abc', 'abc', 'bc'])
  })
})
