import { describe, expect, it } from 'vitest'
import { createCaches } from './caches.ts'
import type { PreparedRead } from './prepared-read.ts'

const PREPARED: PreparedRead = {
  statement: { text: 'select 1', values: [] },
  page: null,
  order: '',
  faceted: false,
  terms: null,
  form: '',
  until: null,
  tables: [],
  tags: null,
  total: null,
  headers: { forAnyone: {}, forCaller: {} },
}

const CACHE = { answers: true, longest: 0, maxAge: 0, sharedMaxAge: 0, tags: false }

/** Prepares queries, and returns the order of these and of another task on the event loop. */
async function orderOf(texts: readonly string[]): Promise<readonly string[]> {
  const { statement } = createCaches(CACHE)
  const order: string[] = []
  const prepared = texts.map((text, index) =>
    statement(text + index, { url: `/api/articles?${text}` }, () => {
      order.push(`question ${index}`)
      return PREPARED
    }),
  )
  setImmediate(() => order.push('somebody else'))
  await Promise.all(prepared)
  await new Promise(setImmediate)
  return order
}

describe('statements', () => {
  it('of short queries are prepared at once', async () => {
    expect(await orderOf(['a=1', 'b=2'])).toEqual(['question 0', 'question 1', 'somebody else'])
  })

  it('of long queries are prepared one after the other, with pauses for other requests', async () => {
    const long = 'populate=author&'.repeat(100)
    expect(await orderOf([long, long])).toEqual(['question 0', 'somebody else', 'question 1'])
  })

  it('of queries with populate are prepared after cheaper ones', async () => {
    const [populating, plain] = ['populate=author&'.repeat(20), 'fields=title&'.repeat(40)]
    const order = await orderOf([plain, populating, plain])
    expect(order.filter((text) => text !== 'somebody else')).toEqual(['question 0', 'question 2', 'question 1'])
  })

  it('of short queries do not overtake equally expensive ones', async () => {
    const [plain, populating] = ['fields=title&'.repeat(30), 'populate=author&'.repeat(2)]
    const order = await orderOf([plain, plain, populating])
    expect(order.filter((text) => text !== 'somebody else')).toEqual(['question 0', 'question 1', 'question 2'])
  })

  it('are prepared only once', async () => {
    const { statement } = createCaches(CACHE)
    const asked = { url: `/api/articles?${'populate=author&'.repeat(100)}` }
    let times = 0
    const ask = () =>
      statement('key', asked, () => {
        times += 1
        return PREPARED
      })
    await Promise.all([ask(), ask(), ask()])
    expect(times).toBe(1)
  })
})

describe('batches', () => {
  /**
   * Caches statements that each have a bound value of this length. Returns which of them the cache has lost afterwards.
   */
  async function preparedAgain(count: number, length: number): Promise<readonly number[]> {
    const { batch } = createCaches(CACHE)
    const numbers = Array.from({ length: count }, (_, index) => index)
    const prepared: number[] = []
    const ask = async (number: number) => {
      await batch(`key ${number}`, {}, async () => {
        prepared.push(number)
        return { ...PREPARED, statement: { text: 'select ?', values: ['y'.repeat(length), 1n, null] }, parts: [] }
      })
    }
    for (const number of numbers) await ask(number)
    await ask(0)
    return prepared.slice(count)
  }

  it('are prepared a query at a time, with pauses for other requests', async () => {
    const { batch } = createCaches(CACHE)
    const long = `/api/articles?${'populate=author&'.repeat(100)}`
    const order: string[] = []
    const prepared = batch('key', {}, async (inTurn) => {
      await inTurn(long, () => order.push('query 0'))
      setImmediate(() => order.push('somebody else'))
      await inTurn(long, () => order.push('query 1'))
      return { ...PREPARED, parts: [] }
    })
    await prepared
    expect(order).toEqual(['query 0', 'somebody else', 'query 1'])
  })

  it('are prepared only once', async () => {
    const { batch } = createCaches(CACHE)
    let times = 0
    const ask = () =>
      batch('key', {}, async (inTurn) => {
        await inTurn(`/api/articles?${'populate=author&'.repeat(100)}`, () => undefined)
        times += 1
        return { ...PREPARED, parts: [] }
      })
    await Promise.all([ask(), ask(), ask()])
    await ask()
    expect(times).toBe(1)
  })

  it('are cached within the size limit', async () => {
    expect(await preparedAgain(20, 1_000)).toEqual([])
  })

  it('count with their bound values, which can be as long as a body', async () => {
    expect(await preparedAgain(20, 1_000_000)).toEqual([0])
  })
})
