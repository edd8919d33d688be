import { request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { AS_KEY, openSite } from './site.ts'

const CHUNK = Buffer.alloc(64 * 1024)
const CHUNKS = 3_000
const MOST_HELD = 120_000_000
const CHUNKS_BETWEEN_LOOKS = 250

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Memory after a garbage collection: without one, it would include garbage. */
function heldNow(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

it('a large file passes through, it is not held in memory', async () => {
  const site = await openSite()
  const url = await site.lectern.listen({ host: '127.0.0.1', port: 0 })
  // Other tests of this process may hold some, too.
  const before = heldNow()
  let held = 0
  const post = new Promise<number | undefined>((resolve, reject) => {
    const headers = { ...AS_KEY, 'content-type': 'multipart/form-data; boundary=x' }
    const client = request(`${url}/api/upload`, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    client.on('error', reject)
    const send = async () => {
      client.write('--x\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n')
      for (let sent = 0; sent < CHUNKS; sent++) {
        if (!client.write(CHUNK)) await new Promise((drained) => client.once('drain', drained))
        if (sent % CHUNKS_BETWEEN_LOOKS === 0) held = Math.max(held, heldNow() - before)
      }
      client.end('\r\n--x--\r\n')
    }
    send().catch(reject)
  })
  try {
    expect(await post).toBe(201)
    expect(CHUNK.length * CHUNKS).toBeGreaterThan(MOST_HELD * 1.5)
    expect(held).toBeLessThan(MOST_HELD)
  } finally {
    await site.place.remove()
  }
})
