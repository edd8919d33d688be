import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { createUnreadResponses } from './unread-responses.ts'

const MOST = 100
const LATER = Number.POSITIVE_INFINITY

/** A client that reads nothing. */
function clientOf(unread: ReturnType<typeof createUnreadResponses>) {
  const response = new EventEmitter() as EventEmitter & { socket: object; isOpen: boolean }
  response.isOpen = true
  response.socket = {
    destroy() {
      response.isOpen = false
      response.emit('close')
    },
  }
  const send = (bytes: number, shared?: Buffer) =>
    unread.watch({
      response: response as unknown as ServerResponse,
      left: () => bytes,
      deadline: LATER,
      ...(shared === undefined ? {} : { shared }),
    })
  return { response, send }
}

function twoClients() {
  const unread = createUnreadResponses({ most: MOST, interval: 1_000 })
  const [one, other] = [clientOf(unread), clientOf(unread)]
  return { one, other, open: () => [one, other].map(({ response }) => response.isOpen) }
}

it('disconnects the slowest client when unread responses exceed the limit', () => {
  const { one, other, open } = twoClients()
  one.send(60)
  other.send(60)
  expect(open()).toEqual([false, true])
})

it('counts bytes that several clients are sent from one place once, until the last of them has read them', () => {
  const { one, other, open } = twoClients()
  const bytes = Buffer.alloc(60)
  const read = one.send(50, bytes)
  other.send(60, bytes)
  expect(open()).toEqual([true, true])
  read()
  one.send(60, Buffer.alloc(60))
  expect(open()).toEqual([true, false])
})

it('counts nothing for a client that has read what waited', () => {
  const { one, other, open } = twoClients()
  one.send(60)()
  other.send(60)
  expect(open()).toEqual([true, true])
})
