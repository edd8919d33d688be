/** Validation of a new webhook. */

import { refusal } from '../config/problem.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { WEBHOOK_EVENTS } from '../vocabulary/webhook-events.ts'
import { type AllowedPrivate, addressIn, mayReach } from './addresses.ts'
import type { WantedWebhook } from './managed-webhooks.ts'
import { isReservedHeader } from './send.ts'

/** Characters, as the column of names has them. */
const LONGEST_NAME = 200
const LONGEST_URL = 2_000
const MOST_HEADERS = 20

export function checkWebhook(
  { url, name, events, headers }: WantedWebhook,
  allowed: AllowedPrivate,
): { readonly url: string; readonly name: string; readonly events: readonly string[] } {
  const target = checkUrl(url, allowed)
  checkEvents(events)
  checkHeaders(headers)
  const title = name ?? target.hostname.slice(0, LONGEST_NAME)
  if (title.trim() === '' || title.length > LONGEST_NAME || /\p{Cc}/u.test(title)) {
    throw refusal(`The name of a webhook has 1 to ${LONGEST_NAME} characters, without line breaks and the like.`)
  }
  return { url, name: title, events: events.length === 0 ? WEBHOOK_EVENTS : events }
}

/** Names are resolved when an event is sent; addresses, and the name of this machine, can be judged now. */
function checkUrl(url: string, allowed: AllowedPrivate): URL {
  const isWhole = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isWhole) throw refusal('The address of a webhook is a URL that begins with https:// or http://.')
  if (url.length > LONGEST_URL) {
    throw refusal(`The URL of a webhook has at most ${LONGEST_URL} characters; this one has ${url.length}.`)
  }
  const target = new URL(url)
  if (target.username !== '' || target.password !== '') {
    throw refusal('The URL has a password in it. Send it in a header instead: --with-header "Authorization: Basic …".')
  }
  const addresses = knownAddresses(target)
  if (addresses.length > 0 && !addresses.some((address) => mayReach(address, allowed))) {
    const wanted = addresses.map((address) => `'${address}'`).join(', ')
    throw refusal(
      `${addressIn(target) ?? target.hostname} is not a public address. To allow it, set webhooks: { allowPrivate: [${wanted}] } in config/server, and start the server again.`,
    )
  }
  return target
}

/** `localhost` is this machine everywhere (RFC 6761), by one of two addresses. */
function knownAddresses(target: URL): readonly string[] {
  const address = addressIn(target)
  if (address !== null) return [address]
  return target.hostname === 'localhost' ? ['127.0.0.1', '::1'] : []
}

function checkEvents(events: readonly string[]): void {
  const unknown = events.find((event) => !(WEBHOOK_EVENTS as readonly string[]).includes(event))
  if (unknown === undefined) return
  const near = didYouMean(unknown, WEBHOOK_EVENTS)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  throw refusal(`There is no event "${unknown}".${hint} There are: ${WEBHOOK_EVENTS.join(', ')}.`)
}

/** Values may be secrets, and are not repeated. */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const names = Object.keys(headers)
  const reserved = names.find(isReservedHeader)
  if (reserved !== undefined) throw refusal(`The header ${reserved} is set by Lectern itself.`)
  if (names.length > MOST_HEADERS) throw refusal(`A webhook has at most ${MOST_HEADERS} headers.`)
  const odd = names.find((each) => !/^[\t\x20-\x7e]*$/.test(headers[each] ?? ''))
  if (odd !== undefined) throw refusal(`The value of the header ${odd} has characters that headers cannot have.`)
}
