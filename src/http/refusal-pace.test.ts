import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { createDelays, createRefusalPace } from './refusal-pace.ts'

const startDelays = () => {
  let time = 10_000
  const next = createDelays(() => time)
  return {
    next,
    delays: (count: number) => Array.from({ length: count }, next),
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

describe('createDelays', () => {
  it('lets fifty pass at once, and the next ones twenty milliseconds after one another', () => {
    const { delays } = startDelays()
    expect(delays(50)).toEqual(Array.from({ length: 50 }, () => 0))
    expect(delays(3)).toEqual([20, 40, 60])
  })

  it('lets none wait for more than a second, and forgets what came before', () => {
    const { delays, pass } = startDelays()
    expect(Math.max(...delays(10_000))).toBe(1_000)
    pass(1_000)
    expect(delays(1)).toEqual([20])
    pass(2_000)
    expect(delays(50)).toEqual(Array.from({ length: 50 }, () => 0))
  })

  it('never delays as many a second as it allows', () => {
    const { next, pass } = startDelays()
    for (let refusal = 0; refusal < 1_000; refusal += 1) {
      expect(next()).toBe(0)
      pass(20)
    }
  })
})

describe('createRefusalPace', () => {
  it('asks for a delay only when the database is busy', async () => {
    const asked: string[] = []
    const keepPace = createRefusalPace(() => asked.push('delay') - 1)
    await keepPace(new ApiError('ROUTE_UNKNOWN'), new AbortController().signal)
    await keepPace(new ApiError('DATABASE_BUSY'), new AbortController().signal)
    expect(asked).toEqual(['delay'])
  })

  it('ends when the client leaves', async () => {
    const leaving = new AbortController()
    const waiting = createRefusalPace(() => 60_000)(new ApiError('DATABASE_BUSY'), leaving.signal)
    leaving.abort(new ApiError('CLIENT_GONE'))
    await waiting
  })
})
