import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGate } from './admission-gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const BUSY = { code: 'DATABASE_BUSY', status: 503, headers: { 'retry-after': '1' } }

/** Work that ends on command. */
function work() {
  let resolve = (_result: string): void => undefined
  const promise = new Promise<string>((done) => {
    resolve = done
  })
  return { run: vi.fn(() => promise), resolve: (result: string) => resolve(result) }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('createGate', () => {
  it('limits concurrent work, and runs the rest in order of arrival', async () => {
    const { admit } = createGate({ running: 2, waiting: 10, longestWait: 1_000 })
    const works = [work(), work(), work(), work()]
    const results = works.map(({ run }) => admit(null, undefined, run))
    const started = () => works.map(({ run }) => run.mock.calls.length)
    await settle()
    expect(started()).toEqual([1, 1, 0, 0])
    works[1]?.resolve('second')
    await settle()
    expect(started()).toEqual([1, 1, 1, 0])
    works[0]?.resolve('first')
    works[2]?.resolve('third')
    works[3]?.resolve('fourth')
    expect(await Promise.all(results)).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('refuses work at once if the queue is full', async () => {
    const { admit } = createGate({ running: 1, waiting: 1, longestWait: 1_000 })
    const [running, waiting, refused] = [work(), work(), work()]
    const results = [admit(null, undefined, running.run), admit(null, undefined, waiting.run)]
    await expect(admit(null, undefined, refused.run)).rejects.toMatchObject(BUSY)
    expect(refused.run).not.toHaveBeenCalled()
    running.resolve('one')
    waiting.resolve('two')
    expect(await Promise.all(results)).toEqual(['one', 'two'])
  })

  it('limits the wait, and gives the slot to the next', async () => {
    const { admit } = createGate({ running: 1, waiting: 2, longestWait: 1_000 })
    const [running, late, patient] = [work(), work(), work()]
    const first = admit(null, undefined, running.run)
    const second = admit(null, undefined, late.run)
    const refusal = expect(second).rejects.toMatchObject(BUSY)
    await vi.advanceTimersByTimeAsync(600)
    const third = admit(null, undefined, patient.run)
    await vi.advanceTimersByTimeAsync(500)
    await refusal
    running.resolve('one')
    patient.resolve('three')
    expect(await Promise.all([first, third])).toEqual(['one', 'three'])
    expect(late.run).not.toHaveBeenCalled()
  })

  it('frees its slots after failures', async () => {
    const { admit } = createGate({ running: 1, waiting: 0, longestWait: 1_000 })
    const throwing = () => {
      throw new Error('not even begun')
    }
    await expect(admit(null, undefined, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(admit(null, undefined, throwing)).rejects.toThrow('not even begun')
    expect(await admit(null, undefined, async () => 'fine')).toBe('fine')
  })

  it('leaves no timer behind', async () => {
    const { admit } = createGate({ running: 1, waiting: 1, longestWait: 1_000 })
    await Promise.all([admit(null, undefined, async () => 1), admit(null, undefined, async () => 2)])
    expect(vi.getTimerCount()).toBe(0)
  })
})

/** Statements that take as long as their text says: `slow 1000` takes a second. */
const taking = (text: string) => () =>
  new Promise<string>((resolve) => setTimeout(resolve, Number(text.split(' ')[1]), text))

const demandOf = (caller: string, { until = 60_000, signal = new AbortController().signal } = {}) => ({
  caller,
  until,
  signal,
})

/** A gate that has already run each of these statements. */
async function experienced(limits: Parameters<typeof createGate>[0], texts: readonly string[]) {
  const gate = createGate(limits)
  for (const text of texts) {
    const known = gate.admit(text, undefined, taking(text))
    await vi.advanceTimersByTimeAsync(Number(text.split(' ')[1]))
    await known
  }
  const begun: string[] = []
  const ask = (text: string, demand = demandOf('a')) => {
    const answer = gate.admit(text, demand, () => {
      begun.push(`${demand.caller}: ${text}`)
      return taking(text)()
    })
    answer.catch(() => undefined)
    return answer
  }
  return { gate, begun, ask }
}

const [SLOW, QUICK] = ['slow 1000', 'quick 5']

describe('expensive work', () => {
  it('leaves slots for work that is known to be fast', async () => {
    const { begun, ask } = await experienced({ running: 4, waiting: 50, longestWait: 30_000 }, [SLOW, QUICK])
    for (let index = 0; index < 10; index++) ask(SLOW)
    expect(begun).toEqual(Array(2).fill('a: slow 1000'))
    ask(QUICK, demandOf('b'))
    expect(begun.at(-1)).toBe('b: quick 5')
  })

  it('has at most one slot per processor, but at least two', async () => {
    for (const [processors, places] of [
      [3, 3],
      [1, 2],
      [64, 5],
    ] as const) {
      const limits = { running: 10, waiting: 50, longestWait: 30_000, processors }
      const { begun, ask } = await experienced(limits, [SLOW, QUICK])
      for (let index = 0; index < 10; index++) ask(SLOW)
      expect(begun).toHaveLength(places)
      ask(QUICK, demandOf('b'))
      expect(begun.at(-1)).toBe('b: quick 5')
    }
  })

  it('comes after fast work if there is a single slot', async () => {
    const { begun, ask } = await experienced({ running: 1, waiting: 50, longestWait: 30_000 }, [SLOW, QUICK])
    for (const text of [SLOW, SLOW, QUICK]) ask(text)
    await vi.advanceTimersByTimeAsync(1_001)
    expect(begun).toEqual(['a: slow 1000', 'a: quick 5'])
  })

  it('does not count as fast because others have waited for long, or take longer than usual', async () => {
    const medium = 'medium 150'
    const { begun, ask } = await experienced({ running: 4, waiting: 500, longestWait: 60_000 }, [medium, QUICK])
    for (let index = 0; index < 100; index++) ask(medium)
    await vi.advanceTimersByTimeAsync(6_000)
    for (let index = 0; index < 100; index++) ask(medium)
    await vi.advanceTimersByTimeAsync(300)
    const before = begun.length
    ask(QUICK, demandOf('b'))
    expect(begun.slice(before)).toEqual(['b: quick 5'])
  })

  it('gets its turn in the end', async () => {
    const { begun, ask } = await experienced({ running: 1, waiting: 500, longestWait: 2_000 }, [SLOW, QUICK])
    ask(QUICK)
    const slow = ask(SLOW)
    for (let index = 0; index < 390; index++) ask(QUICK)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(begun).toContain('a: slow 1000')
    expect(await slow).toBe(SLOW)
  })
})

describe('a statement that was never run', () => {
  it('counts as expensive if its text is long', async () => {
    const { begun, ask } = await experienced({ running: 4, waiting: 50, longestWait: 30_000 }, [])
    const long = (which: number) => `long 1000 ${'x'.repeat(10_000)}${which}`
    for (let which = 0; which < 10; which++) ask(long(which))
    expect(begun).toHaveLength(2)
    ask('short 1000')
    expect(begun.at(-1)).toBe('a: short 1000')
  })

  it('leaves as many slots to other callers as its own caller uses', async () => {
    const { begun, ask } = await experienced({ running: 10, waiting: 50, longestWait: 30_000 }, [])
    ask('quick 5 at first', demandOf('other'))
    await vi.advanceTimersByTimeAsync(5)
    begun.length = 0
    for (let index = 0; index < 12; index++) ask(`slow 3000 ${index}`, demandOf('many'))
    expect(begun).toHaveLength(5)
    ask('quick 5 of another', demandOf('other'))
    expect(begun.at(-1)).toBe('other: quick 5 of another')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(begun).toHaveLength(11)
  })

  it('can use all slots but one if there is a single caller', async () => {
    const { begun, ask } = await experienced({ running: 10, waiting: 50, longestWait: 30_000 }, [])
    for (let index = 0; index < 12; index++) ask(`slow 3000 ${index}`, demandOf('only'))
    expect(begun).toHaveLength(9)
  })

  it('counts as expensive if others of its caller were slow, while there are several callers', async () => {
    const { begun, ask } = await experienced({ running: 5, waiting: 50, longestWait: 30_000 }, [])
    const hostile = ['a', 'b', 'c', 'd', 'e', 'f']
    const askAll = (round: string) => {
      for (const caller of hostile) ask(`slow 3000 ${round}`.concat(caller), demandOf(caller))
    }
    askAll('first')
    await vi.advanceTimersByTimeAsync(9_000)
    expect(begun).toHaveLength(hostile.length)
    begun.length = 0
    askAll('second')
    expect(begun).toHaveLength(3)
    ask('quick 5 and new', demandOf('honest'))
    expect(begun.at(-1)).toBe('honest: quick 5 and new')
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    begun.length = 0
    askAll('third')
    expect(begun).toHaveLength(4)
  })

  it('counts as expensive as soon as another of its caller, which arrived with it, was slow', async () => {
    const { begun, ask } = await experienced({ running: 5, waiting: 50, longestWait: 30_000 }, [])
    ask('quick 5 at first', demandOf('honest'))
    for (let index = 0; index < 12; index++) ask(`slow 3000 ${index}`, demandOf(`caller ${index % 4}`))
    await vi.advanceTimersByTimeAsync(3_100)
    begun.length = 0
    ask('quick 5 and new', demandOf('honest'))
    expect(begun).toEqual(['honest: quick 5 and new'])
  })

  it('is estimated by its duration from then on', async () => {
    const quick = `quick 5 ${'x'.repeat(10_000)}`
    const { begun, ask } = await experienced({ running: 4, waiting: 50, longestWait: 30_000 }, [quick])
    for (let which = 0; which < 4; which++) ask(quick)
    expect(begun).toHaveLength(4)
  })
})

describe('callers', () => {
  it('with many running requests come after those with none', async () => {
    const { begun, ask } = await experienced({ running: 4, waiting: 50, longestWait: 30_000 }, [SLOW])
    for (let index = 0; index < 5; index++) ask(SLOW, demandOf('greedy'))
    ask(SLOW, demandOf('other'))
    await vi.advanceTimersByTimeAsync(1_001)
    expect(begun.slice(2)).toEqual(['other: slow 1000', 'greedy: slow 1000'])
  })

  it('whose request cannot be served in time are refused at once, with Retry-After', async () => {
    const { ask } = await experienced({ running: 2, waiting: 1_000, longestWait: 30_000 }, [SLOW])
    const until = performance.now() + 5_000
    const asked = Array.from({ length: 12 }, () => ask(SLOW, demandOf('a', { until })))
    const refused = asked.at(-1)
    await expect(refused).rejects.toMatchObject({ code: 'DATABASE_BUSY', headers: { 'retry-after': '6' } })
  })

  it('who disconnect leave the queue', async () => {
    const { begun, ask } = await experienced({ running: 1, waiting: 10, longestWait: 30_000 }, [SLOW])
    const client = new AbortController()
    ask(SLOW, demandOf('a'))
    const gone = ask(SLOW, demandOf('gone', { signal: client.signal }))
    client.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(begun).toEqual(['a: slow 1000'])
  })
})

describe('an overloaded queue', () => {
  const begunBy = (begun: readonly string[]) => begun.map((entry) => entry.split(':')[0])

  /** Starts a statement; several more arrive, some of their clients give up, and then another arrives. */
  async function standing(impatient: number, text: string, patienceOfSecond = 16_000) {
    const { begun, ask } = await experienced({ running: 1, waiting: 50, longestWait: 16_000 }, [text])
    const leaving = new AbortController()
    ask(text, demandOf('first'))
    ask(text, demandOf('second', { until: performance.now() + patienceOfSecond }))
    for (const caller of ['third', 'fourth']) ask(text, demandOf(caller))
    for (let index = 0; index < impatient; index++) ask(text, demandOf('gone', { signal: leaving.signal }))
    await vi.advanceTimersByTimeAsync(101)
    leaving.abort(new Error('gone'))
    ask(text, demandOf('newest'))
    return begun
  }

  it('serves the newest request first if most clients give up', async () => {
    const begun = await standing(10, 'some 150')
    await vi.advanceTimersByTimeAsync(700)
    expect(begunBy(begun)).toEqual(['first', 'newest', 'fourth', 'third', 'second'])
  })

  it('keeps the order of arrival if few clients give up', async () => {
    const begun = await standing(3, 'some 150')
    await vi.advanceTimersByTimeAsync(700)
    expect(begunBy(begun)).toEqual(['first', 'second', 'third', 'fourth', 'newest'])
  })

  it('serves a request first that has waited for half of its time', async () => {
    const begun = await standing(10, 'some 1000', 4_000)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(begunBy(begun)).toEqual(['first', 'newest', 'second', 'fourth', 'third'])
  })
})

describe('isSaturated', () => {
  it('is true after repeated refusals for longer than a moment', async () => {
    const { gate, ask } = await experienced({ running: 1, waiting: 0, longestWait: 1_000 }, [SLOW])
    for (let second = 0; second < 5; second++) {
      expect(gate.isSaturated()).toBe(second > 3)
      ask(SLOW)
      ask(SLOW)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    await vi.advanceTimersByTimeAsync(3_000)
    expect(gate.isSaturated()).toBe(false)
  })
})
