import { describe, expect, it } from 'vitest'
import { WEBHOOK_EVENTS } from '../vocabulary/webhook-events.ts'
import { checkWebhook } from './check-webhook.ts'
import type { WantedWebhook } from './managed-webhooks.ts'

const URL_OF_200 = `https://example.org/${'a'.repeat(180)}`

const LOCAL = { url: 'http://localhost:3000/rebuild' }

const check = (wanted: Partial<WantedWebhook>) =>
  checkWebhook({ url: 'https://example.org/', name: null, events: [], headers: {}, preset: null, ...wanted }, false)

const headersOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'a\tb ~']))

describe('checkWebhook', () => {
  it('names a webhook after its host, and subscribes it to everything', () => {
    expect(check({ url: URL_OF_200 })).toEqual({ url: URL_OF_200, name: 'example.org', events: WEBHOOK_EVENTS })
    const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.org`
    expect(check({ url: `https://${host}/` }).name).toBe(host.slice(0, 200))
  })

  it.each<[string, Partial<WantedWebhook>]>([
    ['a URL', { url: `https://example.org/${'a'.repeat(1_980)}` }],
    ['a name', { name: 'n'.repeat(200) }],
    ['headers', { headers: headersOf(20) }],
  ])('takes %s up to the limit', (_what, wanted) => {
    expect(check(wanted)).toMatchObject({ url: wanted.url ?? 'https://example.org/' })
  })

  it('takes the name of this machine where one of its addresses is allowed', () => {
    const wanted = { name: null, events: [], headers: {}, preset: null, ...LOCAL }
    expect(checkWebhook(wanted, ['127.0.0.1']).name).toBe('localhost')
  })

  it.each<[string, Partial<WantedWebhook>]>([
    [
      'The URL of a webhook has at most 2000 characters; this one has 2001.',
      { url: `https://example.org/${'a'.repeat(1_981)}` },
    ],
    ['begins with https:// or http://', { url: 'ftp://example.org/' }],
    ['begins with https:// or http://', { url: 'example.org' }],
    ['The URL has a password in it', { url: 'https://ada@example.org/' }],
    ['The URL has a password in it', { url: 'https://:secret@example.org/' }],
    ['127.0.0.1 is not a public address', { url: 'http://2130706433/' }],
    ["::1 is not a public address. To allow it, set webhooks: { allowPrivate: ['::1'] }", { url: 'http://[::1]/' }],
    ["localhost is not a public address. To allow it, set webhooks: { allowPrivate: ['127.0.0.1', '::1'] }", LOCAL],
    ['has 1 to 200 characters', { name: 'n'.repeat(201) }],
    ['has 1 to 200 characters', { name: ' ' }],
    ['has 1 to 200 characters', { name: 'a\nb' }],
    ['Did you mean entry.publish?', { events: ['entry.create', 'entry.publsh'] }],
    ['There is no event "x". There are:', { events: ['x'] }],
    ['at most 20 headers', { headers: headersOf(21) }],
    ['The value of the header x-name has characters', { headers: { 'x-name': 'Zoë' } }],
    ['The value of the header x-name has characters', { headers: { 'x-name': 'a\r\nb' } }],
  ])('refuses: %s', (message, wanted) => {
    expect(() => check(wanted)).toThrow(message)
  })
})
