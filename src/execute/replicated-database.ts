/**
 * A primary and its replicas as one database. Reads go to the least busy replica, but to the primary if they must be
 * current. An unreachable server is left out until it responds again; it is retried with increasing delays. A read that
 * failed because of that is repeated on the next server.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../errors/api-error.ts'
import type { Statement } from '../sql/statement.ts'
import { type Batch, type Database, type Read, renamed, type StreamRows, type TableRevisions } from './database.ts'
import type { Demand } from './demand.ts'
import { backoff, PING } from './reconnect.ts'

export interface Replica {
  /** The name in messages. */
  readonly name: string
  /** Why it could not be opened yet; null if it is open. */
  readonly failure: unknown
  readonly database: Database | null
  open(): Promise<Database>
}

export interface ReplicatedDatabase {
  /** May lag behind the primary. */
  readonly database: Database
  /** Current as long as the primary can be reached. Closing it does nothing. */
  readonly fresh: Database
}

export interface ReplicaNews {
  readonly name: string
  /** Null when it is reachable again. */
  readonly failure: unknown
}

interface Member extends Pick<Replica, 'name' | 'open'> {
  database: Database | null
  /** Number of running statements. */
  busy: number
  isOut: boolean
}

export interface ReplicatedOptions {
  readonly report?: (news: ReplicaNews) => void
  readonly delays?: () => Iterable<number>
}

export function replicatedDatabase(
  primary: Database,
  replicas: readonly Replica[],
  { report = () => undefined, delays = backoff }: ReplicatedOptions = {},
): ReplicatedDatabase {
  const first: Member = { name: 'the primary', open: async () => primary, database: primary, busy: 0, isOut: false }
  const others = replicas.map((replica): Member => ({ ...pick(replica), busy: 0, isOut: false }))
  const closing = new AbortController()
  const returning = new Set<Promise<void>>()

  /**
   * How often the primary was lost. Data read from replicas meanwhile must not be cached under the primary's revision.
   */
  let losses = 0

  function leaveOut(member: Member, failure: unknown): void {
    if (member.isOut || closing.signal.aborted) return
    member.isOut = true
    if (member === first) losses += 1
    report({ name: member.name, failure })
    const back = reconnect(member, delays(), closing.signal).then((isBack) => {
      returning.delete(back)
      if (isBack) report({ name: member.name, failure: null })
    })
    returning.add(back)
  }

  async function runOnFirst<T>(members: readonly Member[], run: (member: Member) => Promise<T>): Promise<T> {
    let failure: unknown
    for (const member of members) {
      try {
        return await run(member)
      } catch (error) {
        if (!isUnavailable(error)) throw error
        leaveOut(member, error)
        failure = error
      }
    }
    throw failure
  }

  for (const [index, { failure }] of replicas.entries()) {
    const member = others[index]
    if (member?.database === null) leaveOut(member, failure)
  }

  const here = (revision: string) => `${losses} ${revision}`
  const readers = () => [...leastBusy(others), first]
  const authorities = () => primaryFirst(first, leastBusy(others))

  /** Only the primary knows the current revision. Without it, no cached response is used. */
  async function askPrimary<T>(ask: () => Promise<T | null>): Promise<T | null> {
    if (first.isOut) return null
    try {
      return await ask()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      leaveOut(first, error)
      return null
    }
  }

  async function revision(): Promise<string | null> {
    const now = await askPrimary(() => primary.revision())
    return now === null ? null : here(now)
  }

  async function tableRevisions(): Promise<TableRevisions | null> {
    const now = await askPrimary(() => primary.tableRevisions())
    if (now === null) return null
    const lost = losses
    return { ...renamed(now, (found) => (lost === 0 ? found : `${lost} ${found}`)), revision: here(now.revision) }
  }

  async function readFrom(members: readonly Member[], statement: Statement, demand?: Demand): Promise<Read> {
    const { rows, revision } = await runOnFirst(members, (member) => on(member, (open) => open.read(statement, demand)))
    return { rows, revision: revision === null ? null : here(revision) }
  }

  /** Until the first rows arrive, an unreachable server is replaced by the next one. */
  const stream: StreamRows = (read, signal) =>
    streamed(() => runOnFirst(readers(), (member) => on(member, (open) => begin(open.stream(read, signal)))))

  const isSaturated = () => {
    const open = [first, ...others].filter(({ isOut }) => !isOut)
    return open.length > 0 && open.every(({ database }) => database?.isSaturated() === true)
  }
  const shared = {
    isSaturated,
    stream,
    revision,
    tableRevisions,
    inspect: () => primary.inspect(),
    indexes: () => primary.indexes(),
  }
  return {
    database: {
      ...shared,
      run: (statement, demand) => runOnFirst(readers(), (member) => on(member, (open) => open.run(statement, demand))),
      read: (statement, demand) => readFrom(readers(), statement, demand),
      close: async () => {
        closing.abort()
        await Promise.all(returning)
        await Promise.all([first, ...others].map((member) => member.database?.close()))
      },
    },
    fresh: {
      ...shared,
      run: (statement, demand) =>
        runOnFirst(authorities(), (member) => on(member, (open) => open.run(statement, demand))),
      read: (statement, demand) => readFrom(authorities(), statement, demand),
      close: async () => undefined,
    },
  }
}

function pick({ name, open, database }: Replica): Pick<Member, 'name' | 'open' | 'database'> {
  return { name, open: () => open(), database }
}

/** Ties go to the least recently used replica. */
function leastBusy(members: Member[]): readonly Member[] {
  const healthy = members.filter((member) => !member.isOut).sort((a, b) => a.busy - b.busy)
  const [next] = healthy
  if (next !== undefined) members.push(...members.splice(members.indexOf(next), 1))
  return healthy
}

/** While the primary is down, replicas are current enough: nothing can be written. */
function primaryFirst(primary: Member, replicas: readonly Member[]): readonly Member[] {
  return primary.isOut ? [...replicas, primary] : [primary, ...replicas]
}

async function on<T>(member: Member, work: (database: Database) => Promise<T>): Promise<T> {
  if (member.database === null) throw new ApiError('DATABASE_UNAVAILABLE')
  member.busy += 1
  try {
    return await work(member.database)
  } finally {
    member.busy -= 1
  }
}

/** False if `signal` was aborted before an attempt succeeded. */
async function reconnect(member: Member, delays: Iterable<number>, signal: AbortSignal): Promise<boolean> {
  for (const delay of delays) {
    try {
      await pause(delay, undefined, { signal, ref: false })
      member.database ??= await member.open()
      await member.database.run(PING)
      member.isOut = false
      return true
    } catch {
      // The reason was logged when the server was left out.
      if (signal.aborted) return false
    }
  }
  return false
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'DATABASE_UNAVAILABLE'
}

interface Begun {
  readonly first: IteratorResult<Batch>
  readonly rest: AsyncIterator<Batch>
}

async function begin(batches: AsyncIterable<Batch>): Promise<Begun> {
  const rest = batches[Symbol.asyncIterator]()
  return { first: await rest.next(), rest }
}

async function* streamed(begun: () => Promise<Begun>): AsyncGenerator<Batch> {
  const { first, rest } = await begun()
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
