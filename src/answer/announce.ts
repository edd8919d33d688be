/** Writes add webhook messages to the outbox in their own transaction. */

import { ALL_RIGHTS } from '../access/caller.ts'
import { type VisibleSchema, visibleAttributes } from '../access/visible-schema.ts'
import type { Moment } from '../cache/revisions.ts'
import type { Query, Selection } from '../check/query.ts'
import type { Run } from '../execute/database.ts'
import { FLAT } from '../plan/response-format.ts'
import { FILE_UID } from '../schema/schema.ts'
import { render, sql } from '../sql/sql.ts'
import { type Announce, type AnnouncedRow, announceNothing } from '../store/store.ts'
import type { WebhookEvent } from '../vocabulary/webhook-events.ts'
import { addToOutbox, type OutboxEntry } from '../webhooks/outbox-rows.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { App } from './app.ts'
import { ONE_ROW, planAndCompile } from './prepare.ts'
import { wholeEntry } from './whole-entry.ts'

/** Runs `work`. Messages that it announces are sent only if its transaction commits. */
export async function announcing<T>(
  app: App,
  at: Moment | null,
  work: (announceOn: (run: Run) => Announce) => Promise<T>,
): Promise<T> {
  const { webhooks } = app
  const listening = webhooks === null ? [] : await webhooks.enabled(at)
  if (webhooks === null || listening.length === 0) return work(() => announceNothing)
  const result = await work((run) => announceOn(run, listening, app))
  webhooks.wake()
  return result
}

function announceOn(run: Run, listening: readonly Webhook[], app: App): Announce {
  return async (event, row) => {
    const interested = listening.filter(({ events, preset }) => preset !== null || events.includes(event))
    if (interested.length === 0) return
    const entry = await describe(event, row, run, app)
    const entries = interested.map((webhook): OutboxEntry => ({ ...entry, webhook }))
    await run(render(addToOutbox(entries, Date.now()), app.dialect))
  }
}

/** Longest webhook body, in characters. A larger entry is sent without its relations. */
const LONGEST_BODY = 1024 * 1024

async function describe(event: WebhookEvent, row: AnnouncedRow, run: Run, app: App) {
  const { type } = row
  const entry = (SHORT.has(event) ? null : await readWhole(row, run, app)) ?? (await readPlain(row, run, app))
  const createdAt = new Date().toISOString()
  const about = type.uid === FILE_UID ? { name: 'media' } : { name: 'entry', model: type.singularName, uid: type.uid }
  const { name, ...words } = about
  const start = JSON.stringify({ event, createdAt, ...words }).slice(0, -1)
  return { event, tag: type.uid, subject: `${type.uid} ${row.document}`, body: `${start},"${name}":${entry}}` }
}

/** Events about deleted rows and about files: the body has the entry's own fields, and nothing populated. */
const SHORT: ReadonlySet<WebhookEvent> = new Set([
  'entry.unpublish',
  'entry.delete',
  'media.create',
  'media.update',
  'media.delete',
])

/** Null if the entry is too large or cannot be read: then it is sent without its relations. */
async function readWhole(row: AnnouncedRow, run: Run, app: App): Promise<string | null> {
  await run(render(sql`savepoint "announce"`, app.dialect))
  try {
    const entry = await read(row, wholeEntry(row.type, viewOf(app)), run, app)
    return entry.length > LONGEST_BODY ? null : entry
  } catch {
    // A limit on responses must not make the write fail.
    await run(render(sql`rollback to savepoint "announce"`, app.dialect))
    return null
  } finally {
    await run(render(sql`release savepoint "announce"`, app.dialect))
  }
}

function readPlain(row: AnnouncedRow, run: Run, app: App): Promise<string> {
  const fields = visibleAttributes(viewOf(app), row.type).filter((attribute) => attribute.kind === 'scalar')
  return read(row, { model: row.type, fields, populate: [] }, run, app)
}

/** Webhooks get what a caller with all rights can read, which excludes private fields. */
const viewOf = ({ schema }: App): VisibleSchema => ({ schema, caller: ALL_RIGHTS })

async function read({ type, id, status }: AnnouncedRow, selection: Selection, run: Run, app: App): Promise<string> {
  const attribute = type.attributes.get('id')
  if (attribute?.kind !== 'scalar') throw new Error(`${type.uid} has no id`)
  const query: Query = {
    type,
    filter: { kind: 'test', attribute, test: { kind: 'eq', value: id } },
    sort: [],
    selection,
    locale: { kind: 'any' },
    status,
    publication: null,
    withoutDrafts: new Set(),
    until: null,
    search: null,
    // These are for the limits on requests, which do not apply here.
    size: { comparisons: 0, sought: 0, populated: 0 },
  }
  const { statement } = planAndCompile(query, { window: ONE_ROW, format: FLAT }, app)
  const [row] = await run(statement)
  const body = row?.[1]
  if (typeof body !== 'string') throw new Error(`the row ${id} of ${type.uid} cannot be read back`)
  return body
}
