/** Opens a project's database to change its webhooks. */

import { toMilliseconds } from '../auth/reader.ts'
import { refusal } from '../config/problem.ts'
import type { WebhookSettings } from '../config/settings.ts'
import { packageVersion } from '../config/version.ts'
import type { Row, Run } from '../execute/database.ts'
import { newDocumentId } from '../schema/document-id.ts'
import type { Dialect } from '../sql/dialect.ts'
import { render } from '../sql/sql.ts'
import { OUTBOX } from '../tables/webhook-tables.ts'
import { TEST_EVENT } from '../vocabulary/webhook-events.ts'
import { checkWebhook } from '../webhooks/check-webhook.ts'
import type {
  ListedWebhook,
  LoggedDelivery,
  ManagedWebhooks,
  WantedWebhook,
  WebhookWithSecret,
} from '../webhooks/managed-webhooks.ts'
import { logRows } from '../webhooks/outbox-rows.ts'
import { createSend } from '../webhooks/send.ts'
import { newSecret } from '../webhooks/sign.ts'
import { shownUrl, type Webhook } from '../webhooks/webhook.ts'
import {
  changeSecret,
  deleteWebhook,
  enableWebhook,
  insertWebhook,
  type RunSql,
  readWebhooks,
} from '../webhooks/webhook-rows.ts'
import { inTransaction } from './in-transaction.ts'
import { type ChangeOptions, openToChange } from './open-to-change.ts'

/** Lines of the log. */
const LOGGED = 100

export async function openWebhooks(options: ChangeOptions): Promise<ManagedWebhooks> {
  const { project, database, dialect, columns, description, ownership, notices } = await openToChange(options)
  const { settings } = project
  if (ownership !== 'lectern' || !columns.has(OUTBOX)) {
    await database.close()
    throw refusal(
      `${description} was not made by Lectern, which does not write to it: manage its webhooks in Strapi's admin panel.`,
    )
  }
  const reading = on(database.run, dialect)

  const change = <T>(work: (run: RunSql) => Promise<T>): Promise<T> =>
    inTransaction(settings.database, (run) => work(on(run, dialect)))

  return {
    database: description,
    notices,
    list: async () => (await readWebhooks(reading)).map(listed),
    add: (wanted) => change((run) => addWebhook(run, wanted, settings.webhooks, dialect)),
    remove: (which) =>
      change(async (run) => {
        const webhook = await findWebhook(run, which)
        await deleteWebhook(run, webhook.id)
        return listed(webhook)
      }),
    rotate: (which) =>
      change(async (run) => {
        const webhook = await findWebhook(run, which)
        const secret = newSecret()
        await changeSecret(run, webhook.id, secret, Date.now())
        return { ...listed({ ...webhook, secrets: [secret] }), secret }
      }),
    setEnabled: (which, enabled) =>
      change(async (run) => {
        const webhook = await findWebhook(run, which)
        await enableWebhook(run, dialect.stored, webhook.id, enabled)
        return { ...listed(webhook), enabled }
      }),
    test: async (which) => {
      const webhook = await findWebhook(reading, which)
      const send = createSend({ settings: settings.webhooks, version: packageVersion(), now: Date.now })
      const body = JSON.stringify({ event: TEST_EVENT, createdAt: new Date().toISOString() })
      const message = { id: `msg_${newDocumentId()}`, event: TEST_EVENT, body }
      return { name: webhook.name, ...(await send(webhook, message, new AbortController().signal)) }
    },
    log: async (which) => {
      const webhooks = await readWebhooks(reading)
      const only = which === null ? null : (await findWebhook(reading, which)).id
      const names = new Map(webhooks.map(({ id, name }) => [id, name]))
      return (await reading(logRows(only, LOGGED))).map((row) => logged(row, names))
    },
    close: () => database.close(),
  }
}

const on =
  (run: Run, dialect: Dialect): RunSql =>
  (statement) =>
    run(render(statement, dialect))

async function addWebhook(
  run: RunSql,
  wanted: WantedWebhook,
  { allowPrivate }: WebhookSettings,
  { stored }: Dialect,
): Promise<WebhookWithSecret> {
  const checked = checkWebhook(wanted, allowPrivate)
  if ((await readWebhooks(run)).some(({ name }) => name === checked.name)) {
    throw refusal(
      `The webhook "${checked.name}" exists already; choose another name with --name, or remove that one first.`,
    )
  }
  const secret = newSecret()
  const { headers, preset } = wanted
  const webhook = { ...checked, headers, preset, enabled: true, secret }
  const id = await insertWebhook(run, stored, webhook)
  return { ...listed({ ...webhook, id, secrets: [secret] }), secret }
}

async function findWebhook(run: RunSql, which: string): Promise<Webhook> {
  const webhooks = await readWebhooks(run)
  const [found, another] = webhooks.filter(({ id, name }) => name === which || String(id) === which)
  const shown = webhooks.map(({ id, name }) => `${name} (${id})`).join(', ')
  if (found === undefined) {
    throw refusal(`There is no webhook "${which}". ${shown === '' ? 'There are none.' : `There are: ${shown}.`}`)
  }
  if (another !== undefined) throw refusal(`Several webhooks are called "${which}": give the id. There are: ${shown}.`)
  return found
}

function listed({ id, name, url, events, preset, headers, enabled, secrets }: Webhook): ListedWebhook {
  return {
    id,
    name,
    url: shownUrl(url),
    events,
    preset,
    headers: Object.keys(headers),
    enabled,
    signed: secrets.length > 0,
  }
}

function logged(row: Row, names: ReadonlyMap<number, string>): LoggedDelivery {
  const [webhook, message, event, subject, created, due, ended, attempts, status, reason] = row
  const isOver = ended !== null
  return {
    webhook: names.get(Number(webhook)) ?? String(webhook),
    message: String(message),
    event: String(event),
    subject: String(subject),
    outcome: !isOver ? 'waiting' : reason === null ? 'delivered' : 'failed',
    attempts: Number(attempts),
    status: status === null ? null : Number(status),
    reason: reason === null ? null : String(reason),
    created: isoOf(created),
    ended: isOver ? isoOf(ended) : null,
    next: isOver ? null : isoOf(due),
  }
}

const isoOf = (value: unknown): string => new Date(toMilliseconds(value)).toISOString()
