/** Programs that only read send no events of others. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { openAgent } from '../../src/operate/open-agent.ts'
import { openWebhooks } from '../../src/operate/open-webhooks.ts'
import { compareWith } from '../compare/comparing.ts'
import { DATABASES, type Prepared, prepareSite } from '../writes/site.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { LOCAL } from './site.ts'

/** Milliseconds: longer than it takes a server to look. */
const A_WHILE = 1_500

/** Takes a while to begin. */
async function openSlowStrapi() {
  const begun = pause(A_WHILE)
  const server = createServer((_, response) => void begun.then(() => response.writeHead(404).end('{}')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

describe.each(DATABASES)('on %s', (kind) => {
  let receiver: Receiver
  let site: Prepared
  const options = () => ({ project: site.folder, database: site.database, env: {} })

  beforeAll(async () => {
    receiver = await openReceiver()
    site = await prepareSite(kind, { types: { note: { attributes: { text: { type: 'string' } } } }, config: LOCAL })
    const managed = await openWebhooks(options())
    const { id } = await managed.add({ url: receiver.url, name: null, events: [], headers: {}, preset: null })
    await managed.close()
    const columns = 'webhook_id, message, event, subject, body, created, due, attempts'
    const values = `${id}, 'm', 'entry.create', 's', '{}', ${Date.now()}, 0, 0`
    await site.sql(`insert into lectern_outbox (${columns}) values (${values})`)
  })
  afterAll(async () => {
    await receiver.close()
    await site.remove()
  })

  it('an agent leaves them to the server', async () => {
    const agent = await openAgent(options(), null)
    await pause(A_WHILE)
    expect(await agent.answer('{"jsonrpc":"2.0","id":1,"method":"ping"}')).toContain('result')
    expect(receiver.received).toEqual([])
    await agent.close()
  })

  it('a comparison leaves them to the server', async () => {
    const strapi = await openSlowStrapi()
    await compareWith(strapi.url, { ...options(), most: 1 }).catch(() => undefined)
    expect(receiver.received).toEqual([])
    strapi.close()
  })

  it('which sends them', async () => {
    const server = await openProject(options())
    await receiver.until(1)
    await server.close()
  })
})
