/** The deliverer and its outbox, with a clock and receivers of the test's own. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backendOf } from '../../src/dialects/backends.ts'
import { ApiError } from '../../src/errors/api-error.ts'
import type { WritableDatabase } from '../../src/execute/database.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { render, type Syntax } from '../../src/sql/sql.ts'
import { createDeliverer, type Deliverer, RETENTION_MS } from '../../src/webhooks/deliver.ts'
import { LEASE_MS } from '../../src/webhooks/lease.ts'
import { createOutbox } from '../../src/webhooks/outbox.ts'
import { addToOutbox } from '../../src/webhooks/outbox-rows.ts'
import type { Message, Sent } from '../../src/webhooks/send.ts'
import type { Webhook } from '../../src/webhooks/webhook.ts'
import { DATABASES, type Prepared, prepareSite } from '../writes/site.ts'

const SETTINGS = { timeout: 10_000, attempts: 3 }
const TAKEN: Sent = { delivered: true, status: 200, reason: null }
const REFUSED: Sent = { delivered: false, status: 500, reason: 'status 500' }

describe.each(DATABASES)('the deliverer on %s', (kind) => {
  let site: Prepared
  let writer: WritableDatabase
  let syntax: Syntax
  let close: () => Promise<void>
  let now = 1_000_000_000_000
  /** Null: it goes as the clock does. */
  let uptime: number | null = null
  let sent: { readonly webhook: number; readonly message: Message }[] = []
  let respond: (webhook: Webhook, message: Message) => Promise<Sent> = async () => TAKEN
  /** The disk is full: nothing can be written. */
  let isFull = false
  let failures: unknown[] = []
  let made: Deliverer[] = []

  beforeAll(async () => {
    site = await prepareSite(kind, { types: {} })
    const { settings } = await loadProject(site.folder, { database: site.database }, {})
    const backend = backendOf(settings.database)
    const opened = await backend.open(settings.database)
    syntax = opened.dialect
    writer = await backend.openForWriting(settings.database)
    close = async () => {
      await writer.close()
      await opened.database.close()
      await site.remove()
    }
  })
  afterAll(() => close?.())

  beforeEach(async () => {
    for (const deliverer of made) await deliverer.close()
    for (const table of ['lectern_outbox', 'lectern_leases', 'lectern_webhooks', 'strapi_webhooks']) {
      await site.sql(`delete from ${table}`)
    }
    for (const id of [1, 2]) {
      const on = kind === 'SQLite' ? '1' : 'true'
      await site.sql(
        `insert into strapi_webhooks (id, name, url, headers, events, enabled) values (${id}, 'w${id}', 'http://x', '{}', '[]', ${on})`,
      )
    }
    now = 1_000_000_000_000
    uptime = null
    sent = []
    made = []
    respond = async () => TAKEN
    isFull = false
    failures = []
  })
  afterEach(() => {
    for (const error of failures) expect(error).toBeInstanceOf(ApiError)
  })

  function delivererOf(holder: string): Deliverer {
    const transaction: WritableDatabase['transaction'] = async (work) => {
      if (isFull) throw new ApiError('STORAGE_FULL')
      return writer.transaction(work)
    }
    const outbox = createOutbox({
      read: (statement) => writer.transaction((run) => run(statement)),
      transaction,
      syntax,
      holder,
    })
    const deliverer = createDeliverer({
      outbox,
      settings: SETTINGS,
      now: () => now,
      uptime: () => uptime ?? now,
      send: (webhook, message) => {
        sent.push({ webhook: webhook.id, message })
        return respond(webhook, message)
      },
      report: () => undefined,
      onFailure: (error) => void failures.push(error),
    })
    made.push(deliverer)
    return deliverer
  }

  /** An event for each, in order: what it is about, and its body. */
  async function add(webhook: number, ...events: readonly (readonly [subject: string, body: string])[]): Promise<void> {
    for (const [subject, body] of events) {
      const entry = { webhook: { id: webhook, preset: null }, event: 'entry.update', subject, body, tag: 'x' }
      await writer.transaction((run) => run(render(addToOutbox([entry], now), syntax)))
    }
  }

  const bodies = () => sent.map(({ message }) => message.body)
  const rows = (columns: string) => site.sql(`select ${columns} from lectern_outbox order by id`)

  it('sends what there is, the events of a subject in their order', async () => {
    await add(1, ['a', 'a1'], ['b', 'b1'], ['a', 'a2'], ['a', 'a3'], ['b', 'b2'])
    await delivererOf('x').deliverDue()
    expect(bodies().filter((body) => body.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
    expect(bodies().filter((body) => body.startsWith('b'))).toEqual(['b1', 'b2'])
    expect(await rows('status, attempts, body')).toEqual(Array(5).fill([200, 1, null]))
    await delivererOf('x').deliverDue()
    expect(sent).toHaveLength(5)
  })

  it('does not send the next event of a subject before the last one was taken', async () => {
    let under = 0
    respond = async () => {
      under += 1
      expect(under).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      under -= 1
      return TAKEN
    }
    await add(1, ['a', 'a1'], ['a', 'a2'], ['a', 'a3'])
    await delivererOf('x').deliverDue()
    expect(bodies()).toEqual(['a1', 'a2', 'a3'])
  })

  it('tries again later each time, then gives up, and the next event follows', async () => {
    const deliverer = delivererOf('x')
    respond = async (_webhook, { body }) => (body === 'a1' ? REFUSED : TAKEN)
    await add(1, ['a', 'a1'], ['a', 'a2'])
    await deliverer.deliverDue()
    const times: number[] = []
    for (let second = 1; second <= 40 && !bodies().includes('a2'); second += 1) {
      const before = sent.length
      now += 1_000
      await deliverer.deliverDue()
      if (sent.length > before) times.push(second)
    }
    expect(bodies()).toEqual(['a1', 'a1', 'a1', 'a2'])
    // 5 s, then 10 s; the receiver is left alone for 4 s after its third failure.
    expect(times).toEqual([5, 15, 19])
    expect(await rows('attempts, status, reason')).toEqual([
      [3, 500, 'status 500'],
      [1, 200, null],
    ])
    // An attempt has the id of the first one.
    expect(new Set(sent.slice(0, 3).map(({ message }) => message.id)).size).toBe(1)
  })

  it('goes on when the clock is put back, with what was added, tried and taken before', async () => {
    const day = 24 * 60 * 60 * 1_000
    const killed = delivererOf('x')
    const deliverer = delivererOf('y')
    uptime = 0
    respond = async () => REFUSED
    await add(1, ['a', 'a1'])
    // It holds the lease from now on.
    await killed.deliverDue()
    await add(1, ['b', 'b1'])
    respond = async () => TAKEN
    now -= day
    uptime += 2_000
    await deliverer.deliverDue()
    expect(bodies()).toEqual(['a1', 'a1', 'b1'])
    expect(await rows('status, attempts')).toEqual([
      [200, 2],
      [200, 1],
    ])
  })

  it('leaves the lease to a process whose clock is a little ahead', async () => {
    await add(1, ['a', 'a1'])
    await delivererOf('x').deliverDue()
    await add(1, ['b', 'b1'])
    now -= 30_000
    await delivererOf('y').deliverDue()
    expect(bodies()).toEqual(['a1'])
  })

  it('loses nothing while the disk is full, and sends again what it could not note', async () => {
    const deliverer = delivererOf('x')
    await add(1, ['a', 'a1'], ['a', 'a2'])
    respond = async () => {
      isFull = true
      return TAKEN
    }
    await deliverer.deliverDue()
    // Nothing more is sent that could not be noted either, however long it takes.
    for (let look = 0; look < 3; look += 1) {
      now += 60_000
      await deliverer.deliverDue()
    }
    expect(bodies()).toEqual(['a1'])
    expect(failures.length).toBeGreaterThan(0)
    isFull = false
    respond = async () => TAKEN
    await deliverer.deliverDue()
    expect(bodies()).toEqual(['a1', 'a1', 'a2'])
    const [first, second] = sent
    expect(second?.message.id).toBe(first?.message.id)
    expect(await rows('status')).toEqual([[200], [200]])
  })

  it('reports an outage of the database once, and only when it lasts', async () => {
    const deliverer = delivererOf('x')
    await add(1, ['a', 'a1'])
    const during = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await deliverer.deliverDue()
        now += 1_000
      }
    }
    isFull = true
    await during(3)
    expect(failures).toHaveLength(0)
    await during(10)
    expect(failures).toHaveLength(1)
    isFull = false
    await during(1)
    expect(bodies()).toEqual(['a1'])
    await add(1, ['b', 'b1'])
    isFull = true
    await during(3)
    expect(failures).toHaveLength(1)
    await during(1)
    expect(failures).toHaveLength(2)
  })

  it('goes on with other documents and receivers while one fails, and tries a failing one with one event', async () => {
    const deliverer = delivererOf('x')
    respond = async (webhook) => (webhook.id === 1 ? REFUSED : TAKEN)
    await add(1, ...Array.from({ length: 30 }, (_, index) => [`a${index}`, `a${index}`] as const))
    await add(2, ['b', 'b1'])
    await deliverer.deliverDue()
    expect(bodies()).toContain('b1')
    expect(sent.filter(({ webhook }) => webhook === 1)).toHaveLength(4)
    now += 8_000
    await deliverer.deliverDue()
    expect(sent.filter(({ webhook }) => webhook === 1)).toHaveLength(5)
    respond = async () => TAKEN
    now += 60_000
    await deliverer.deliverDue()
    expect(await site.sql('select count(*) from lectern_outbox where ended is null')).toEqual([[0]])
  })

  it('does not let many events of one receiver hide those of another', async () => {
    const many = Array.from({ length: 250 }, (_, index) => index)
    const entries = many.map((index) => ({
      webhook: { id: 1, preset: null },
      event: 'entry.update',
      subject: `a${index}`,
      body: `a${index}`,
      tag: 'x',
    }))
    await writer.transaction((run) => run(render(addToOutbox(entries, now), syntax)))
    await add(2, ['b', 'b1'])
    await delivererOf('x').deliverDue()
    expect(sent).toHaveLength(251)
    expect(bodies().indexOf('b1')).toBeLessThan(5)
  })

  it('sends to others first where receivers hang, also after a restart', async () => {
    const on = kind === 'SQLite' ? '1' : 'true'
    const hanging = Array.from({ length: 80 }, (_, index) => index + 10)
    const values = [...hanging, 999].map((id) => `(${id}, 'w${id}', 'http://x', '{}', '[]', ${on})`)
    await site.sql(`insert into strapi_webhooks (id, name, url, headers, events, enabled) values ${values.join(', ')}`)
    const hang = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return REFUSED
    }
    respond = async (webhook) => (hanging.includes(webhook.id) ? hang() : TAKEN)
    const entries = [...hanging, 999].map((id) => ({
      webhook: { id, preset: null },
      event: 'entry.update',
      subject: 'a',
      body: 'a',
      tag: 'x',
    }))
    await writer.transaction((run) => run(render(addToOutbox(entries, now), syntax)))
    await delivererOf('x').deliverDue()
    expect(sent).toHaveLength(81)
    await made[0]?.close()
    now += 60_000
    sent = []
    await add(999, ['b', 'b'])
    const restarted = delivererOf('y')
    const delivered = restarted.deliverDue()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await add(999, ['c', 'c'])
    restarted.wake()
    await delivered
    expect(sent).toHaveLength(82)
    expect(sent[0]?.webhook).toBe(999)
    expect(sent.findIndex(({ message }) => message.body === 'c')).toBeLessThan(40)
  })

  it('has few requests under way at a time', async () => {
    let under = 0
    let most = 0
    respond = async () => {
      under += 1
      most = Math.max(most, under)
      await new Promise((resolve) => setTimeout(resolve, 2))
      under -= 1
      return TAKEN
    }
    await add(1, ...Array.from({ length: 20 }, (_, index) => [`a${index}`, `a${index}`] as const))
    await delivererOf('x').deliverDue()
    expect(sent).toHaveLength(20)
    expect(most).toBe(4)
  })

  it('is one at a time, and another takes over when it is gone', async () => {
    await add(1, ['a', 'a1'])
    let finish: (sent: Sent) => void = () => undefined
    respond = () =>
      new Promise((resolve) => {
        finish = resolve
      })
    const [first, second] = [delivererOf('first'), delivererOf('second')]
    const delivering = first.deliverDue()
    await expect.poll(() => sent.length).toBe(1)
    await add(1, ['b', 'b1'])
    await second.deliverDue()
    expect(bodies()).toEqual(['a1'])
    // The first one is stuck: its lease ends, and so does its claim on the event.
    respond = async () => TAKEN
    now += LEASE_MS + 1
    await second.deliverDue()
    expect(bodies()).toContain('b1')
    expect(bodies().filter((body) => body === 'a1')).toHaveLength(2)
    // A reply that comes too late changes nothing.
    finish(REFUSED)
    await delivering
    expect(await rows('attempts, status, reason')).toEqual([
      [2, 200, null],
      [1, 200, null],
    ])
  })

  it('lets another one begin at once after a shutdown', async () => {
    await add(1, ['a', 'a1'])
    const first = delivererOf('first')
    await first.deliverDue()
    await first.close()
    await add(1, ['a', 'a2'])
    await delivererOf('second').deliverDue()
    expect(bodies()).toEqual(['a1', 'a2'])
  })

  it('keeps what a disabled webhook did not get, and forgets what is older than a week', async () => {
    const deliverer = delivererOf('x')
    await site.sql(`update strapi_webhooks set enabled = ${kind === 'SQLite' ? '0' : 'false'} where id = 1`)
    await add(1, ['a', 'a1'])
    await add(2, ['b', 'b1'])
    await deliverer.deliverDue()
    expect(bodies()).toEqual(['b1'])
    await site.sql(`update strapi_webhooks set enabled = ${kind === 'SQLite' ? '1' : 'true'} where id = 1`)
    await deliverer.deliverDue()
    expect(bodies()).toEqual(['b1', 'a1'])
    now += RETENTION_MS + 1_000
    await add(1, ['c', 'c1'])
    await deliverer.deliverDue()
    await deliverer.deliverDue()
    expect(await rows('subject')).toEqual([['c']])
  })

  it('sends tags together, and those that come meanwhile with the next request', async () => {
    await site.sql(`insert into lectern_webhooks (webhook_id, secret, preset) values (1, 'whsec_', 'cache-tags')`)
    const purge = async (tag: string) => {
      const entry = {
        webhook: { id: 1, preset: 'cache-tags' as const },
        event: 'entry.update',
        subject: 'a',
        body: 'b',
        tag,
      }
      await writer.transaction((run) => run(render(addToOutbox([entry], now), syntax)))
    }
    for (const tag of ['api::a.a', 'api::b.b', 'api::a.a']) await purge(tag)
    respond = async () => {
      if (sent.length === 1) await purge('api::a.a')
      return TAKEN
    }
    await delivererOf('x').deliverDue()
    expect(bodies().map((body) => JSON.parse(body))).toEqual([
      { tags: ['api::a.a', 'api::b.b'] },
      { tags: ['api::a.a'] },
    ])
    expect(await site.sql('select count(*) from lectern_outbox where ended is null')).toEqual([[0]])
  })
})
