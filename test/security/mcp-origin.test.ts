/** Pages in browsers that may send messages to /_mcp. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSite, type Site } from '../writes/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite('SQLite', {
    types: {},
    config: { api: { rest: { extensions: ['mcp'] } }, server: { url: 'https://site.example/' } },
  })
})
afterAll(() => site?.close())

async function statusFor(origin: string, host: string): Promise<number> {
  const response = await site.lectern.fetch('/_mcp', {
    method: 'POST',
    headers: { origin, host, 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  })
  return response.status
}

it.each([
  ['http://127.0.0.1:1337', '127.0.0.1:1337'],
  ['http://localhost:1337', 'localhost:1337'],
  ['http://[::1]:1337', '[::1]:1337'],
  ['http://192.168.0.7', '192.168.0.7'],
  ['https://site.example', 'site.example'],
  // Behind a proxy that sends another host name.
  ['https://site.example', '127.0.0.1:1337'],
])('pages of the server itself may: %s at %s', async (origin, host) => {
  expect(await statusFor(origin, host)).toBe(200)
})

it.each([
  ['http://rebound.example', 'rebound.example'],
  ['http://rebound.example:1337', 'rebound.example:1337'],
  ['http://localhost.rebound.example', 'localhost.rebound.example'],
  ['http://127.0.0.1.rebound.example', '127.0.0.1.rebound.example'],
  ['http://site.example', 'site.example'],
  ['https://site.example.evil', 'site.example'],
  ['http://localhost:8000', 'localhost:1337'],
  ['null', '127.0.0.1:1337'],
])('others may not: %s at %s', async (origin, host) => {
  expect(await statusFor(origin, host)).toBe(403)
})
