import { describe, expect, it } from 'vitest'
import { createArrivals } from './arrivals.ts'

const MINUTE = 60_000

describe('createArrivals', () => {
  it('has nothing to wait for where no request is on its way', () => {
    const arrivals = createArrivals()
    arrivals.begin()()
    expect(arrivals.awaited(MINUTE)).toBeNull()
  })

  it('waits for all that are on their way, and for none that begin later', async () => {
    const arrivals = createArrivals()
    const arrived = [arrivals.begin(), arrivals.begin()]
    const awaited = arrivals.awaited(MINUTE)
    arrivals.begin()
    for (const done of arrived) done()
    await awaited
  })

  it('does not wait for ever', async () => {
    const arrivals = createArrivals()
    arrivals.begin()
    await arrivals.awaited(1)
  })
})
