import { describe, expect, it } from 'vitest'
import { createFresh } from './fresh.ts'

function start(most = 1_000) {
  const state: { revision: number | null; reads: string[] } = { revision: 1, reads: [] }
  const fresh = createFresh<string>(() => state.revision, { most, weigh: (value) => value.length })
  const get = (key: string, value: string | null = key) =>
    fresh.get(key, async () => {
      state.reads.push(key)
      return value
    })
  return { state, fresh, get }
}

describe('createFresh', () => {
  it('reads once while nothing changes', async () => {
    const { state, get } = start()
    expect([await get('a'), await get('a', 'other'), await get('b')]).toEqual(['a', 'a', 'b'])
    expect(state.reads).toEqual(['a', 'b'])
  })

  it('reads again after a change', async () => {
    const { state, get } = start()
    await get('a', 'old')
    state.revision = 2
    expect(await get('a', 'new')).toBe('new')
    state.revision = 1
    expect(await get('a', 'newer')).toBe('newer')
  })

  it('reads each time where changes cannot be seen', async () => {
    const { state, get } = start()
    await get('a', 'old')
    state.revision = null
    expect([await get('a', '1'), await get('a', '2')]).toEqual(['1', '2'])
    state.revision = 1
    expect(await get('a', '3')).toBe('3')
  })

  it('does not keep what was read while something changed', async () => {
    const { state, fresh, get } = start()
    const value = await fresh.get('a', async () => {
      state.revision = 2
      return 'torn'
    })
    expect(value).toBe('torn')
    expect(await get('a', 'new')).toBe('new')
  })

  it('does not keep nothing', async () => {
    const { get } = start()
    expect(await get('a', null)).toBeNull()
    expect(await get('a', 'now there')).toBe('now there')
  })

  it('is bounded', async () => {
    const { state, get } = start(2)
    for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await get(key)
    expect(state.reads).toEqual(['a', 'b', 'c', 'a'])
  })
})
