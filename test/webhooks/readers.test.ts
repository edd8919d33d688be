/** Programs that only read send no events of others. */

import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { openAgent } from '../../src/operate/open-agent.ts'
import { openWebhooks } from '../../src/operate/open-webhooks.ts'
import { DATABASES, prepareSite } from '../writes/site.ts'
import { openReceiver } from './receiver.ts'
import { LOCAL } from './site.ts'

describe.each(DATABASES)('on %s', (kind) => {
  it('an agent leaves them to the server', async () => {
    const receiver = await openReceiver()
    const site = await prepareSite(kind, { types: {}, config: LOCAL })
    const options = { project: site.folder, database: site.database, env: {} }
    const managed = await openWebhooks(options)
    const { id } = await managed.add({ url: receiver.url, name: null, events: [], headers: {}, preset: null })
    await managed.close()
    const columns = 'webhook_id, message, event, subject, body, created, due, attempts'
    const values = `${id}, 'm', 'entry.create', 's', '{}', ${Date.now()}, 0, 0`
    await site.sql(`insert into lectern_outbox (${columns}) values (${values})`)
    const agent = await openAgent(options, null)
    // Longer than it takes a server to look.
    await pause(1_500)
    expect(await agent.answer('{"jsonrpc":"2.0","id":1,"method":"ping"}')).toContain('result')
    expect(receiver.received).toEqual([])
    await agent.close()
    const server = await openProject(options)
    await receiver.until(1)
    await server.close()
    await receiver.close()
    await site.remove()
  })
})
