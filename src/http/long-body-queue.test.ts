import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLongBodyQueue, LONG_BODY } from './long-body-queue.ts'

const request = (length: number) => ({ method: 'POST', url: '/', headers: {}, body: 'x'.repeat(length) })

it('lets one long body go on in an iteration of the event loop, and short ones at once', async () => {
  const queue = createLongBodyQueue()
  const gone: string[] = []
  const send = (name: string, length: number) => void queue(request(length)).then(() => gone.push(name))
  send('first', LONG_BODY + 1)
  send('huge', LONG_BODY * 100)
  send('second', LONG_BODY + 1)
  send('short', LONG_BODY)
  await Promise.resolve()
  await Promise.resolve()
  await Promise.resolve()
  expect(gone.toSorted()).toEqual(['first', 'short'])
  for (const name of ['second', 'huge']) {
    const before = gone.length
    while (gone.length === before) await nextIteration()
    expect(gone.slice(before)).toEqual([name])
  }
})
