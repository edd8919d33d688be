/** `lectern webhook`. */

import { count } from '../compare/report/wording.ts'
import { keysOf } from '../vocabulary/keys-of.ts'
import type { ListedWebhook, LoggedDelivery, ManagedWebhooks, WantedWebhook } from '../webhooks/managed-webhooks.ts'
import { PRESETS, type Preset } from '../webhooks/webhook.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { readHeaders } from './read-headers.ts'
import { tableLines } from './table.ts'
import { suggest, UsageError } from './usage-error.ts'
import { type Outcome, printOutcome, verbOf, wordsAfter } from './verbs.ts'

type Verb = 'list' | 'add' | 'rotate' | 'remove' | 'enable' | 'disable' | 'test' | 'log'

/** The word after each verb. */
const USAGE: Readonly<Record<Verb, string | null>> = {
  list: null,
  add: 'URL',
  rotate: 'NAME_OR_ID',
  remove: 'NAME_OR_ID',
  enable: 'NAME_OR_ID',
  disable: 'NAME_OR_ID',
  test: 'NAME_OR_ID',
  log: null,
}

export async function webhook(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const verb = verbOf('webhook', more, keysOf(USAGE))
  const word = wordAfter(verb, more)
  const wanted = verb === 'add' ? readWanted(word ?? '', more) : null
  const webhooks = await context.openWebhooks(options)
  try {
    // To standard error, since scripts read standard output.
    for (const notice of webhooks.notices) context.err(notice)
    const outcome: WebhookOutcome =
      wanted === null ? await VERBS[verb as Exclude<Verb, 'add'>](webhooks, word) : await add(webhooks, wanted)
    printOutcome(outcome, context, more)
    return outcome.failed === true ? 1 : 0
  } finally {
    await webhooks.close()
  }
}

/** `log` takes an optional webhook. */
function wordAfter(verb: Verb, more: Arguments): string | null {
  if (verb === 'log') return more.words.length < 2 ? null : (wordsAfter('webhook log [NAME_OR_ID]', more, 1)[0] ?? null)
  const takes = USAGE[verb]
  return wordsAfter(`webhook ${verb}${takes === null ? '' : ` ${takes}`}`, more, takes === null ? 0 : 1)[0] ?? null
}

function readWanted(url: string, more: Arguments): WantedWebhook {
  const events = (more.text('event') ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
  const preset = toPreset(more.text('preset'))
  if (preset !== null && events.length > 0) {
    throw new UsageError(`--preset ${preset} is for all changes: leave out --event.`)
  }
  const headers = readHeaders('with-header', more.text('with-header'))
  return { url, name: more.text('name'), events, headers, preset }
}

function toPreset(text: string | null): Preset | null {
  if (text === null) return null
  const preset = PRESETS.find((known) => known === text)
  if (preset !== undefined) return preset
  throw new UsageError(`--preset must be ${PRESETS.join(', ')}, not "${text}".${suggest(text, PRESETS)}`)
}

async function add(webhooks: ManagedWebhooks, wanted: WantedWebhook): Promise<Outcome> {
  const value = await webhooks.add(wanted)
  const done = `Added the webhook ${value.name}. A server that is running sends to it from now on.`
  return { value, notes: [done, 'Its secret, for verifying signatures, shown only now:'], lines: [value.secret] }
}

interface WebhookOutcome extends Outcome {
  readonly failed?: boolean
}

const VERBS: Record<
  Exclude<Verb, 'add'>,
  (webhooks: ManagedWebhooks, word: string | null) => Promise<WebhookOutcome>
> = {
  list: async (webhooks) => {
    const value = await webhooks.list()
    return { value, lines: listed(value) }
  },
  rotate: async (webhooks, which) => {
    const value = await webhooks.rotate(which ?? '')
    const done = `Changed the secret of the webhook ${value.name}. For a day, requests are signed with the old one too.`
    return { value, notes: [done, 'The new one, shown only now:'], lines: [value.secret] }
  },
  remove: async (webhooks, which) => {
    const value = await webhooks.remove(which ?? '')
    return { value, lines: [`Removed the webhook ${value.name}, its waiting events and its log.`] }
  },
  enable: async (webhooks, which) => {
    const value = await webhooks.setEnabled(which ?? '', true)
    return { value, lines: [`Enabled the webhook ${value.name}: its waiting events are sent now.`] }
  },
  disable: async (webhooks, which) => {
    const value = await webhooks.setEnabled(which ?? '', false)
    return {
      value,
      lines: [`Disabled the webhook ${value.name}: it gets no new events, and its waiting events are kept.`],
    }
  },
  test: async (webhooks, which) => {
    const value = await webhooks.test(which ?? '')
    const line = value.delivered
      ? `${value.name} responded with status ${value.status}.`
      : `${value.name} did not accept the test event: ${value.reason}.`
    return { value, lines: [line], failed: !value.delivered }
  },
  log: async (webhooks, which) => {
    const value = await webhooks.log(which)
    return { value, lines: value.length === 0 ? ['Nothing was sent yet.'] : tableLines(value.map(logLine)) }
  },
}

function listed(webhooks: readonly ListedWebhook[]): readonly string[] {
  if (webhooks.length === 0) return ['There are no webhooks. lectern webhook add URL adds one.']
  return tableLines(
    webhooks.map(({ id, name, url, events, preset, headers, enabled, signed }) => [
      String(id),
      name,
      url,
      preset ?? count(events.length, 'event'),
      enabled ? 'enabled' : 'disabled',
      [...(signed ? [] : ['not signed']), ...headers.map((header) => `${header}: …`)].join(', '),
    ]),
  )
}

function logLine(delivery: LoggedDelivery): readonly string[] {
  const { created, webhook: name, event, subject, outcome, attempts, status, reason, next } = delivery
  const why = reason ?? (status === null ? '' : `status ${status}`)
  const when = next === null || attempts === 0 ? '' : `, next at ${next}`
  return [created, name, event, subject, outcome, count(attempts, 'attempt'), `${why}${when}`]
}
