import { describe, expect, it } from 'vitest'
import { shareByKey } from './share-by-key.ts'

describe('shared work', () => {
  it('is done once for all who want the same meanwhile, and again afterwards', async () => {
    const share = shareByKey<number>()
    let times = 0
    const work = async () => {
      times += 1
      return times
    }
    expect(await Promise.all([share('a', work), share('a', work), share('b', work)])).toEqual([1, 1, 2])
    expect(await share('a', work)).toBe(3)
  })

  it('is tried again by the next when it fails', async () => {
    const share = shareByKey<string>()
    const gone = share('a', () => Promise.reject(new Error('gone')))
    const others = [share('a', async () => 'second'), share('a', async () => 'third')]
    await expect(gone).rejects.toThrow('gone')
    expect(await Promise.all(others)).toEqual(['second', 'second'])
  })
})
