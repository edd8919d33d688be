/** A PostgreSQL database, opened for reading only. */

import type { ClientBase, Pool, PoolClient } from 'pg'
import { withEpochs } from '../../cache/epochs.ts'
import { ProjectError } from '../../config/problem.ts'
import type { DatabaseSettings } from '../../config/settings.ts'
import { ApiError } from '../../errors/api-error.ts'
import { unlessAborted } from '../../execute/abortable.ts'
import type { Gate } from '../../execute/admission-gate.ts'
import { charactersInAll } from '../../execute/collect-rows.ts'
import type { Took } from '../../execute/costs.ts'
import type { Database, Row } from '../../execute/database.ts'
import type { Demand } from '../../execute/demand.ts'
import { timeStatement } from '../../execute/statement-time.ts'
import type { Dialect } from '../../sql/dialect.ts'
import type { Statement } from '../../sql/statement.ts'
import type { BoundLimits } from './bounds.ts'
import { untilCancelled } from './cancel.ts'
import { columnsOf, findCasts } from './columns.ts'
import { type ServerAddress, serverAddress } from './connection-options.ts'
import { createPool, createPoolGate, longestStatement, primaryOf } from './connection-pool.ts'
import { postgresDialect } from './dialect.ts'
import { isLostConnection, isRepeatable, isStaleStatement, translateError, unopenable } from './error-codes.ts'
import { findRevisionSource } from './find-revision-source.ts'
import { indexesOf } from './indexes.ts'
import { createPreparedStatements, type PreparedStatements } from './prepared-statements.ts'
import { readRows } from './read-rows.ts'
import { requireFeatures } from './required-features.ts'
import { createWithRevision, type RevisionSource, revisionAlone, revisionIn } from './revision-source.ts'
import { createColumnGuard, findRowFunctions, type GuardColumns } from './row-functions.ts'
import { type AskedFor, readServerFacts, type ServerFacts } from './server-facts.ts'
import { createSilenceWatch, type SilenceWatch } from './silent-server.ts'
import { createStreamRows } from './stream-rows.ts'

export interface OpenPostgres {
  readonly database: Database
  readonly dialect: Dialect
  readonly facts: ServerFacts
  readonly description: string
  /** The database with revisions that are valid across a failover to another primary. */
  exact(database: Database): Database
}

export async function openPostgres(settings: DatabaseSettings): Promise<OpenPostgres> {
  const address = serverAddress(settings.connection)
  const primary = primaryOf(address)
  const pool = createPool(address, settings, { primary, timed: 'watched' })
  const watch = createSilenceWatch(longestStatement(settings))
  const exact = (database: Database) => (primary === null ? database : withEpochs(database, primary.epoch))
  const wanted = { timeZone: settings.timeZone ?? timeZoneOfProcess(), schema: address.schema }
  try {
    const facts = await withClient(await pool.connect(), watch, (client) => learn(client, wanted))
    const hasReplicas = settings.replicas.length > 0
    const source = await withClient(await pool.connect(), watch, (client) => findRevisionSource(client, hasReplicas))
    const guard = createColumnGuard(await withClient(await pool.connect(), watch, findRowFunctions))
    const casts = await withClient(await pool.connect(), watch, (client) =>
      findCasts(client, facts.timeZone ?? 'UTC', facts.schema),
    )
    const stream = createStreamRows({ address, settings, primary, guard })
    const database = {
      ...databaseOf(pool, createPoolGate(address, settings.pool), { source, guard, limits: settings, watch }),
      stream,
    }
    return { database, dialect: postgresDialect(facts, casts), facts, description: describe(facts, address), exact }
  } catch (error) {
    await pool.end()
    throw error instanceof ProjectError ? error : unopenable(address, error)
  }
}

/** Called only if needed: the first call takes 20 ms. */
function timeZoneOfProcess(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

async function learn(client: ClientBase, wanted: AskedFor): Promise<ServerFacts> {
  const facts = await readServerFacts(client, wanted)
  await requireFeatures(client, facts)
  return facts
}

function describe({ version, database }: ServerFacts, { place, schema }: ServerAddress): string {
  return `${database} on PostgreSQL ${version} at ${place}${schema === null ? '' : `, schema ${schema}`}`
}

interface Reading {
  /** Null if the database cannot detect changes. */
  readonly source: RevisionSource | null
  readonly guard: GuardColumns
  readonly limits: BoundLimits
  readonly watch: SilenceWatch
}

function databaseOf(pool: Pool, gate: Gate, { source, guard, limits, watch }: Reading): Omit<Database, 'stream'> {
  const reading = { pool, statements: createPreparedStatements(), answerSize: limits.answerSize, watch }
  const run = (sent: Statement, demand?: Demand) =>
    translated(limits, () => {
      const statement = guard(sent)
      const rows = gate.admit(statement.text, demand, (took) => runRepeatably(statement, reading, demand?.signal, took))
      return demand === undefined ? rows : unlessAborted(rows, demand.signal)
    })
  const withItsRevision = source === null ? null : createWithRevision(source)
  return {
    run,
    read: async (statement, demand) => {
      if (withItsRevision === null) return { rows: await run(statement, demand), revision: null }
      const rows = await run(withItsRevision(statement), demand)
      return { rows, revision: revisionIn(rows) }
    },
    revision: async () => (source === null ? null : revisionIn(await run(revisionAlone(source)))),
    tableRevisions: async () => source?.tableRevisionsIn(await run(source.ofTables)) ?? null,
    inspect: () => translated(limits, () => atOnce(gate, reading, columnsOf)),
    indexes: () => translated(limits, () => atOnce(gate, reading, indexesOf)),
    isSaturated: () => gate.isSaturated(),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => closePool(pool, watch),
  }
}

/** Milliseconds that cancelled statements get to end at shutdown. */
const LAST_STATEMENTS = 1_000

/** The driver waits for running statements, however long they take; so their connections are closed after a while. */
async function closePool(pool: Pool, watch: SilenceWatch): Promise<void> {
  const timer = setTimeout(() => watch.closeAll(), LAST_STATEMENTS)
  await pool.end()
  clearTimeout(timer)
}

function atOnce<T>(gate: Gate, { pool, watch }: ReadingFrom, work: (client: ClientBase) => Promise<T>): Promise<T> {
  return gate.admit(null, undefined, async () => withClient(await pool.connect(), watch, work))
}

async function translated<T>(limits: BoundLimits, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translateError(error, limits)
  }
}

interface ReadingFrom {
  readonly pool: Pool
  readonly statements: PreparedStatements
  readonly answerSize: number
  readonly watch: SilenceWatch
}

/**
 * A read may be repeated on another connection if this one turns out to be dead. It fails only if no connection can be
 * opened.
 */
async function runRepeatably(
  statement: Statement,
  reading: ReadingFrom,
  signal: AbortSignal | undefined,
  took: Took,
): Promise<readonly Row[]> {
  // If many connections die at once, the next one from the pool may be dead, too.
  for (let spare = reading.pool.options.max; ; spare--) {
    const client = await reading.pool.connect()
    // Measured without opening the connection, which takes longer than many statements.
    const time = timeStatement()
    try {
      const rows = await runOn(client, statement, reading, signal)
      took(time(charactersInAll(rows)))
      return rows
    } catch (error) {
      if (spare === 0 || !isRepeatable(error)) throw error
    }
  }
}

function runOn(
  client: PoolClient,
  statement: Statement,
  { statements, answerSize, watch }: ReadingFrom,
  signal: AbortSignal | undefined,
): Promise<readonly Row[]> {
  if (signal?.aborted === true) {
    client.release()
    return Promise.reject(signal.reason)
  }
  const prepared = statements.on(client, statement.text)
  const work = () => untilCancelled(client, readRows(client, statement, prepared, answerSize), signal)
  return withClient(client, watch, work, statements.isFull(client))
}

/** Releases the connection afterwards. The pool replaces broken and worn-out ones. */
async function withClient<T>(
  client: PoolClient,
  watch: SilenceWatch,
  work: (client: PoolClient) => Promise<T>,
  isWornOut = false,
): Promise<T> {
  const ended = watch.begin(client)
  try {
    const result = await work(client)
    client.release(isWornOut)
    return result
  } catch (error) {
    // After an aborted result, remaining rows may still arrive on the connection.
    client.release(isWornOut || error instanceof ApiError || isLostConnection(error) || isStaleStatement(error))
    throw error
  } finally {
    ended()
  }
}
