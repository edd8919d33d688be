/** Webhooks of a server: what is signed, what is never sent, what is never shown; and a server that is killed. */

import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditWebhooks } from '../../src/cli/audit-webhooks.ts'
import { createAudited } from '../../src/cli/command-audit.ts'
import { openWebhooks } from '../../src/operate/open-webhooks.ts'
import { commandLine } from '../people/site.ts'
import { startProgram } from '../writes/program.ts'
import { DATABASES, prepareSite, type SiteSpec } from '../writes/site.ts'
import { openReceiver, type Received, type Receiver } from './receiver.ts'
import { LOCAL, openWebhookSite, type WebhookSite } from './site.ts'

const SPEC: SiteSpec = {
  config: { ...LOCAL, api: { rest: { metrics: true } } },
  types: { note: { draftAndPublish: true, attributes: { name: { type: 'string', unique: true } } } },
}

type IsGenuine = (headers: object, body: string, secret: string, now?: number) => boolean

/** The example of docs/webhooks.md, without its server. */
async function shownCheck(folder: string): Promise<IsGenuine> {
  const [, code = ''] = /```js\n(import[\s\S]*?)```/.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? []
  const file = join(folder, 'receiver.mjs')
  writeFileSync(file, code.slice(0, code.indexOf('server.listen')))
  return ((await import(pathToFileURL(file).href)) as { isGenuine: IsGenuine }).isGenuine
}

describe.each(DATABASES)('webhooks of a server on %s', (kind) => {
  let site: WebhookSite
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
    site = await openWebhookSite(kind, SPEC)
  })
  afterAll(async () => {
    await site?.close()
    await receiver?.close()
  })

  it('writes nothing to the outbox while there are none, and nothing of what is rolled back', async () => {
    await site.create('/api/notes', { name: 'taken' })
    expect(await site.sql('select count(*) from lectern_outbox')).toEqual([[0]])
    await site.add(receiver.url, { name: 'first', headers: { authorization: 'Bearer header-secret' } })
    // The draft is made, and announced; publishing it fails.
    expect((await site.ask('POST', '/api/notes', { name: 'taken' })).status).toBe(400)
    expect(await site.sql('select count(*) from lectern_outbox')).toEqual([[0]])
    expect(receiver.received).toEqual([])
  })

  it('signs requests, as the page on webhooks verifies them', async () => {
    const { secret } = await site.add(`${receiver.url}?key=url-secret`, { name: 'second', events: ['entry.publish'] })
    const isGenuine = await shownCheck(site.folder)
    await site.create('/api/notes', { name: 'new' })
    const isOurs = ({ headers }: { headers: object }) => !('authorization' in headers)
    await vi.waitUntil(() => receiver.received.some(isOurs), { timeout: 60_000 })
    const [got] = receiver.received.filter(isOurs)
    expect(got?.body.event).toBe('entry.publish')
    const { headers = {}, text = '' } = got ?? {}
    expect(isGenuine(headers, text, secret)).toBe(true)
    expect(isGenuine(headers, `${text} `, secret)).toBe(false)
    expect(isGenuine(headers, text, `whsec_${Buffer.from('another').toString('base64')}`)).toBe(false)
    expect(isGenuine(headers, text, secret, Date.now() / 1_000 + 3_600)).toBe(false)
    expect(isGenuine({}, text, secret)).toBe(false)
    // A receiver that was started without a secret: anyone can sign with an empty one.
    const id = headers['webhook-id']
    const signature = createHmac('sha256', '').update(`${id}.${headers['webhook-timestamp']}.${text}`).digest('base64')
    expect(isGenuine({ ...headers, 'webhook-signature': `v1,${signature}` }, text, '')).toBe(false)
  })

  it('signs with a new secret and, for a day, with the one of before', async () => {
    const { secret } = await site.add(receiver.url, { name: 'turned', headers: { 'x-turned': 'yes' } })
    const say = (...words: readonly string[]) =>
      commandLine(['webhook', ...words, '--project', site.folder, '--database', site.database], {
        openWebhooks: async (options) => auditWebhooks(await openWebhooks(options), audited),
      })
    const told: unknown[] = []
    const audited = createAudited('somebody', (event) => told.push(event))
    const { code, out } = await say('rotate', 'turned')
    const fresh = out.trim()
    expect([code, fresh.startsWith('whsec_'), fresh === secret]).toEqual([0, true, false])
    expect(told).toEqual([expect.objectContaining({ action: 'webhook.rotate', about: expect.anything() })])
    expect(JSON.stringify(told)).not.toContain('whsec_')
    const isGenuine = await shownCheck(site.folder)
    const announced = async (name: string) => {
      await site.create('/api/notes', { name })
      const isIt = ({ headers, text }: Received) => 'x-turned' in headers && text.includes(name)
      await vi.waitUntil(() => receiver.received.some(isIt), { timeout: 60_000 })
      return receiver.received.find(isIt) as Received
    }
    const sentNow = async (name: string) => {
      // The poll that takes this one may have read the secrets before they were changed; the next one begins after it.
      await announced(`before ${name}`)
      const { headers, text } = await announced(`after ${name}`)
      return [fresh, secret].map((each) => isGenuine(headers, text, each))
    }
    expect(await sentNow('both')).toEqual([true, true])
    await site.sql('update lectern_webhooks set old_secret_until = 1 where old_secret is not null')
    expect(await sentNow('one')).toEqual([true, false])
    // One that Strapi made gets its first.
    await site.sql('delete from lectern_webhooks where old_secret is not null')
    expect(await sentNow('none')).toEqual([false, false])
    expect((await say('rotate', 'turned', '--json')).code).toBe(0)
    expect((await site.manage((webhooks) => webhooks.list())).find(({ name }) => name === 'turned')?.signed).toBe(true)
    await say('remove', 'turned')
  })

  it('counts attempts and what waits, for Prometheus', async () => {
    const figures = async () => (await site.lectern.fetch('/_metrics')).text()
    const figureIn = (text: string, name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.split(' ')[1] ?? 0,
      )
    const counted = async () => {
      const text = await figures()
      const outcomes = ['delivered', 'retried', 'failed'].map((outcome) =>
        figureIn(text, `lectern_webhook_deliveries_total{outcome="${outcome}"}`),
      )
      return [...outcomes, figureIn(text, 'lectern_webhook_waiting')]
    }
    // An attempt is counted a moment after its response, and a failed one is repeated after some seconds.
    const untilCounted = (expected: () => readonly number[]) =>
      vi.waitFor(async () => expect(await counted()).toEqual(expected()), { timeout: 60_000 })
    await untilCounted(() => [receiver.received.length, 0, 0, 0])
    const delivered = receiver.received.length
    expect(delivered).toBeGreaterThan(0)
    let refused = 0
    receiver.respond((response) => {
      refused += 1
      response.writeHead(500).end()
    })
    await site.create('/api/notes?status=draft', { name: 'counted' })
    await vi.waitUntil(() => refused > 0, { timeout: 60_000 })
    await untilCounted(() => [delivered, refused, 0, 1])
    receiver.respond((response) => void response.end())
    await site.sql('delete from lectern_outbox where ended is null')
  })

  it('shows no secret in what the command line prints', async () => {
    const say = (...words: readonly string[]) =>
      commandLine(['webhook', ...words, '--project', site.folder, '--database', site.database], { openWebhooks })
    const said = [
      await say('list'),
      await say('list', '--json'),
      await say('test', 'first'),
      await say('log', '--json'),
      await say('disable', 'second'),
      await say('enable', 'second'),
    ]
    expect(said.map(({ code }) => code)).toEqual(said.map(() => 0))
    const everything = JSON.stringify(said)
    for (const secret of ['header-secret', 'url-secret', 'whsec_']) expect(everything).not.toContain(secret)
    expect(everything).toContain('authorization')
    expect(receiver.received.map(({ body }) => body.event)).toContain('trigger-test')
    const refused = await say('add', 'http://10.0.0.1/', '--name', 'private')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('10.0.0.1 is not a public address')
    expect(refused.err).toContain('and start the server again')
    expect((await say('add', receiver.url, '--event', 'entry.publsh')).err).toContain('Did you mean entry.publish?')
    expect((await say('remove', 'second')).code).toBe(0)
    expect(await site.sql('select count(*) from lectern_webhooks')).toEqual([[1]])
  })
})

it('misses nothing, and keeps the order of each document, when the server is killed while it delivers', async () => {
  const site = await prepareSite('SQLite', SPEC)
  const receiver = await openReceiver()
  receiver.respond((response) => void setTimeout(() => response.end(), 20))
  const managed = await openWebhooks({ project: site.folder, database: site.database, env: {} })
  await managed.add({ url: receiver.url, name: null, events: ['entry.update'], headers: {}, preset: null })
  await managed.close()
  const names = Array.from({ length: 4 }, (_, index) => index)
  const first = await startProgram(site)
  const notes = await Promise.all(names.map((name) => first.create('/api/notes?status=draft', { name: `${name}` })))
  for (const step of [1, 2, 3]) {
    for (const [name, { documentId }] of notes.entries()) {
      await first.update(`/api/notes/${documentId}?status=draft`, { name: `${name} ${step}` })
    }
  }
  await first.kill()
  // In place of waiting for the lease and the claims of the killed process to run out.
  await site.sql('update lectern_leases set expires = 0')
  await site.sql('update lectern_outbox set due = 0 where ended is null')
  const second = await startProgram(site)
  const left = async () => Number((await site.sql('select count(*) from lectern_outbox where ended is null'))[0]?.[0])
  await vi.waitUntil(async () => (await left()) === 0, { timeout: 60_000, interval: 50 })
  await second.kill()
  for (const name of names) {
    const heard = receiver.received.map(({ body }) => String((body.entry as { name: string }).name))
    const own = heard.filter((each) => each.startsWith(`${name} `))
    expect([...new Set(own)]).toEqual([`${name} 1`, `${name} 2`, `${name} 3`])
    expect(own).toEqual([...own].sort())
  }
  await receiver.close()
  await site.remove()
})
