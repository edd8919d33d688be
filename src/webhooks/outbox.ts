/** The database part of delivery: takes due events, and records their outcome. */

import type { Row, Run } from '../execute/database.ts'
import { render, type Sql, type Syntax } from '../sql/sql.ts'
import { PURGE_EVENT } from '../vocabulary/webhook-events.ts'
import { heldByAnother, makeLease, releaseLease, takeLease } from './lease.ts'
import {
  type Attempt,
  anyDue,
  claimRows,
  countWaiting,
  dueRows,
  endRow,
  failingWebhooks,
  pruneRows,
  type Result,
  retryRow,
  sameSubject,
} from './outbox-rows.ts'
import type { Message } from './send.ts'
import type { Webhook } from './webhook.ts'
import { readWebhooks } from './webhook-rows.ts'

/** A message that this process has taken, to be sent once. */
export interface Delivery {
  readonly webhook: Webhook
  readonly message: Message
  readonly subject: string
  /** The rows of the message: one, or several that are sent together. */
  readonly attempts: readonly Attempt[]
}

/** The outcome of an attempt. */
export interface Settlement extends Result {
  readonly attempt: Attempt
  /** When to try again; null: it has ended. */
  readonly retryAt: number | null
}

interface Claim {
  /** How many deliveries each webhook may get; those that come first are served first. */
  readonly room: ReadonlyMap<number, number>
  readonly most: number
  readonly now: number
  /** When the rows are due again if there is no outcome. */
  readonly until: number
}

export interface Outbox {
  webhooks(): Promise<readonly Webhook[]>
  /** Webhooks with events that were tried and not taken yet. */
  failing(): Promise<readonly number[]>
  /** Empty when nothing is due, or when another process delivers. */
  claim(claim: Claim, webhooks: readonly Webhook[]): Promise<readonly Delivery[]>
  settle(settlements: readonly Settlement[], now: number): Promise<void>
  prune(before: number): Promise<void>
  waiting(): Promise<number>
  /** Lets another process deliver at once. */
  release(): Promise<void>
}

export interface OutboxParts {
  readonly read: Run
  readonly transaction: <T>(work: (run: Run) => Promise<T>) => Promise<T>
  readonly syntax: Syntax
  /** The name of this process. */
  readonly holder: string
}

/** Maximum number of rows sent together, about as many tags as CDNs accept at once. */
const TOGETHER = 200

export function createOutbox({ read, transaction, syntax, holder }: OutboxParts): Outbox {
  const reading = (statement: Sql) => read(render(statement, syntax))
  const writing = <T>(work: (run: (statement: Sql) => Promise<readonly Row[]>) => Promise<T>) =>
    transaction((run) => work((statement) => run(render(statement, syntax))))

  /** Reads first: most polls find nothing, and writing delays others. */
  async function isDue({ room, now }: Claim): Promise<boolean> {
    if (room.size === 0) return false
    if ((await reading(anyDue([...room.keys()], now))).length === 0) return false
    return (await reading(heldByAnother(holder, now))).length === 0
  }

  return {
    webhooks: () => readWebhooks(reading),
    failing: async () => (await reading(failingWebhooks)).map(([webhook]) => Number(webhook)),
    claim: async (claim, webhooks) => {
      if (!(await isDue(claim))) return []
      return writing(async (run) => {
        if (!(await holdLease(run, holder, claim.now))) return []
        const deliveries: Delivery[] = []
        for (const row of await dueIn(claim, run)) deliveries.push(await deliveryOf(row, webhooks, run))
        const ids = deliveries.flatMap(({ attempts }) => attempts.map(({ id }) => id))
        if (ids.length > 0) await run(claimRows(ids, claim.until))
        return deliveries
      })
    },
    settle: (settlements, now) =>
      writing(async (run) => {
        for (const { attempt, retryAt, status, reason } of settlements) {
          const result = { status, reason }
          await run(retryAt === null ? endRow(attempt, result, now) : retryRow(attempt, result, retryAt))
        }
      }),
    prune: async (before) => {
      await writing((run) => run(pruneRows(before)))
    },
    waiting: async () => Number((await reading(countWaiting))[0]?.[0] ?? 0),
    release: async () => {
      await writing((run) => run(releaseLease(holder)))
    },
  }
}

type RunSql = (statement: Sql) => Promise<readonly Row[]>

async function holdLease(run: RunSql, holder: string, now: number): Promise<boolean> {
  if ((await run(takeLease(holder, now))).length > 0) return true
  await run(makeLease)
  return (await run(takeLease(holder, now))).length > 0
}

interface DueRow extends Attempt {
  readonly webhook: number
  readonly message: string
  readonly event: string
  readonly subject: string
  readonly body: string
}

/** As many rows as there is room for, queried for each webhook, so that many events of one do not hide those of another. */
async function dueIn({ room, most, now }: Claim, run: RunSql): Promise<readonly DueRow[]> {
  const taken: DueRow[] = []
  for (const [webhook, free] of room) {
    const wanted = Math.min(free, most - taken.length)
    if (wanted > 0) taken.push(...(await run(dueRows(webhook, now, wanted))).map(toDueRow))
  }
  return taken
}

function toDueRow([id, webhook, message, event, subject, body, attempts]: Row): DueRow {
  const texts = { message: String(message), event: String(event), subject: String(subject), body: String(body) }
  return { id: Number(id), webhook: Number(webhook), attempts: Number(attempts) + 1, ...texts }
}

async function deliveryOf(row: DueRow, webhooks: readonly Webhook[], run: RunSql): Promise<Delivery> {
  const { id, attempts, message, event, subject, body } = row
  const webhook = webhooks.find((known) => known.id === row.webhook)
  if (webhook === undefined) throw new Error(`the outbox has an event for an unknown webhook ${row.webhook}`)
  if (event !== PURGE_EVENT) {
    return { webhook, subject, message: { id: message, event, body }, attempts: [{ id, attempts }] }
  }
  const together = await run(sameSubject(webhook.id, subject, TOGETHER))
  const tags = new Set(together.map(([, tag]) => String(tag)))
  return {
    webhook,
    subject,
    message: { id: message, event, body: JSON.stringify({ tags: [...tags] }) },
    attempts: together.map((each) => ({ id: Number(each[0]), attempts: Number(each[2]) + 1 })),
  }
}
