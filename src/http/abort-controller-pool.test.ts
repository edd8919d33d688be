import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { createAbortControllerPool } from './abort-controller-pool.ts'

const on = (socket: object) => ({ socket }) as unknown as IncomingMessage

it('a signal is used again on its connection, by one request at a time', () => {
  const { take, release } = createAbortControllerPool()
  const connection = on({})
  const first = take(connection)
  expect(take(connection)).not.toBe(first)
  release(connection, first)
  expect(take(on({}))).not.toBe(first)
  expect(take(connection)).toBe(first)
  expect(take(connection)).not.toBe(first)
})

it('a signal that was aborted is not used again', () => {
  const { take, release } = createAbortControllerPool()
  const connection = on({})
  const first = take(connection)
  first.abort()
  release(connection, first)
  expect(take(connection)).not.toBe(first)
  expect(take(connection).signal.aborted).toBe(false)
})
