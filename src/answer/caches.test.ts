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

/** Prepares questions, and tells in which order that and another turn of the event loop came about. */
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
  it('of short questions are prepared at once', async () => {
    expect(await orderOf(['a=1', 'b=2'])).toEqual(['question 0', 'question 1', 'somebody else'])
  })

  it('of long questions are prepared in turn, with others in between', async () => {
    const long = 'populate=author&'.repeat(100)
    expect(await orderOf([long, long])).toEqual(['question 0', 'somebody else', 'question 1'])
  })

  it('of questions that populate are prepared after others, which take less time', async () => {
    const [populating, plain] = ['populate=author&'.repeat(20), 'fields=title&'.repeat(40)]
    const order = await orderOf([plain, populating, plain])
    expect(order.filter((text) => text !== 'somebody else')).toEqual(['question 0', 'question 2', 'question 1'])
  })

  it('of short questions do not go before others that take as long', async () => {
    const [plain, populating] = ['fields=title&'.repeat(30), 'populate=author&'.repeat(2)]
    const order = await orderOf([plain, plain, populating])
    expect(order.filter((text) => text !== 'somebody else')).toEqual(['question 0', 'question 1', 'question 2'])
  })

  it('are prepared once', async () => {
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
