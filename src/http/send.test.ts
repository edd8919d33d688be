import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { send } from './send.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-send-'))
const path = join(folder, 'page.js')
writeFileSync(path, 'short')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  [5, 'short'],
  // As when an update replaces it under a running server.
  [50, null],
])('sends a file that was %i bytes long and has five', async (length, received) => {
  const server = createServer(async (_, to) => {
    const response = { status: 200, headers: {}, body: '', file: { path, start: 0, length } }
    send(to, { response, head: ['Content-Length', String(length)], bytes: null, opened: await open(path) })
  })
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const text = await fetch(`http://127.0.0.1:${port}/`).then(
    (response) => response.text().catch(() => null),
    () => null,
  )
  expect(text).toBe(received)
  await new Promise((resolve) => server.close(resolve))
})
