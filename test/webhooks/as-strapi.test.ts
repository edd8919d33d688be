/** The events of each kind of write, as a Strapi 5.54 with the same content types has sent them. */

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fixture } from '../support/fixture.ts'
import { DATABASES, type Json, type SiteSpec } from '../writes/site.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { openWebhookSite, type WebhookSite } from './site.ts'

interface Step {
  readonly name: string
  readonly method?: string
  readonly path?: string
  readonly data?: unknown
  /** The name of a file to upload, or new texts for it. */
  readonly upload?: string
  readonly info?: Json
  /** An action on the versions of the story. */
  readonly document?: string
  readonly locale?: string
  /** The name of its document from then on. */
  readonly as?: string
  readonly status: number | null
  readonly events: readonly unknown[]
}

const { spec, steps } = JSON.parse(readFileSync(fixture('webhooks.json'), 'utf8')) as {
  readonly spec: SiteSpec
  readonly steps: readonly Step[]
}

const TIMES = ['createdAt', 'updatedAt', 'publishedAt']
const CHANCE = ['documentId', 'hash', 'url']

/** Without what differs each time: ids, times, names of files. Keys have no order. */
function comparable(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(item))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([name]) => name !== 'id')
    return Object.fromEntries(entries.map(([name, item]) => [name, comparable(item, name)]))
  }
  if (value !== null && TIMES.includes(key)) return 'time'
  return value !== null && CHANCE.includes(key) ? 'text' : value
}

const UPLOADS = ['upload', 'destroy'].map((action) => `plugin::upload.content-api.${action}`)

describe.each(DATABASES)('webhooks on %s send what Strapi sends', (kind) => {
  let site: WebhookSite
  let receiver: Receiver
  const known = new Map<string, string>()

  beforeAll(async () => {
    receiver = await openReceiver()
    site = await openWebhookSite(kind, spec)
    for (const action of UPLOADS) await site.sql(`insert into up_permissions (action) values ('${action}')`)
    await site.sql(
      `insert into up_permissions_role_lnk (permission_id, role_id) select p.id, r.id from up_permissions as p cross join up_roles as r where p.action like 'plugin::upload%' and r.type = 'public'`,
    )
    await site.add(receiver.url, { headers: { 'x-mine': 'yes' } })
  })
  afterAll(async () => {
    await site?.close()
    await receiver?.close()
  })

  const named = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => known.get(name) ?? '')

  async function perform(step: Step): Promise<number> {
    const { upload, info, document, as } = step
    if (upload !== undefined || info !== undefined) {
      const form = new FormData()
      if (upload !== undefined) form.append('files', new Blob(['hello']), upload)
      if (info !== undefined) form.append('fileInfo', JSON.stringify(info))
      const query = upload === undefined ? `?id=${known.get('file')}` : ''
      const response = await site.lectern.fetch(`/api/upload${query}`, { method: 'POST', body: form })
      const answered = (await response.json()) as readonly { readonly id: number }[]
      if (upload !== undefined) known.set('file', String(answered[0]?.id))
      return response.status
    }
    const path =
      document === undefined
        ? named(step.path ?? '')
        : named(`/api/storys/{story}/actions/${document}?locale=${step.locale}`)
    const data = step.data === undefined ? undefined : JSON.parse(named(JSON.stringify(step.data)))
    const answer = await site.ask(document === undefined ? (step.method ?? '') : 'POST', path, data)
    if (as !== undefined) known.set(as, (answer.data as { readonly documentId: string }).documentId)
    return answer.status
  }

  it.each(steps)('$name', async (step) => {
    const before = receiver.received.length
    const status = await perform(step)
    if (step.status !== null) expect(status).toBe(step.status)
    await receiver.until(before + step.events.length)
    const sent = receiver.received.slice(before)
    expect(sent.map(({ body }) => comparable(body))).toEqual(step.events)
    for (const { headers, body } of sent) {
      expect(headers).toMatchObject({
        'x-strapi-event': body.event,
        'content-type': 'application/json',
        'x-mine': 'yes',
      })
    }
  })

  it('nothing else', async () => {
    const count = steps.flatMap(({ events }) => events).length
    expect(receiver.received).toHaveLength(count)
    // A request is noted as delivered after its response.
    await vi.waitUntil(async () => (await site.waiting()) === 0, { timeout: 10_000 })
  })

  it('says when it happened, and what it is about', async () => {
    const [first] = receiver.received
    expect(first?.body).toMatchObject({ event: 'media.create', media: { name: 'a.txt' } })
    expect(Math.abs(Date.parse(String(first?.body.createdAt)) - Date.now())).toBeLessThan(300_000)
  })
})
