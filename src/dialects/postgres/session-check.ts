/**
 * Checks whether a connection keeps its session. Behind a pooler such as PgBouncer with `pool_mode = transaction`,
 * every transaction may run in another session. Our settings would then apply to other programs, whose writes would
 * fail because our sessions are read-only.
 */

import { randomUUID } from 'node:crypto'
import type { Client, ClientBase } from 'pg'

/** `unopenable` makes the message, because it knows the server's address. */
export class SessionNotKept extends Error {}

/** The process id that the server reported at the start of the connection; a pooler reports one of its own. */
export function reportedProcess(client: ClientBase): number | null {
  return (client as unknown as { readonly processID: number | null }).processID
}

/** Rejects with SessionNotKept if the session changes. */
export type SessionCheck = (client: ClientBase) => Promise<void>

/** How long the second connection may wait for a session, in milliseconds. */
const TIMEOUT = 5_000

type NewClient = (waiting: { readonly connectionTimeoutMillis: number; readonly query_timeout: number }) => Client

/** How long a result is reused, in milliseconds: connections opened together share one check. */
const VALID_MS = 2_000

/** Repeated after a failure and for later connections: a pooler may be restarted with other settings. */
export function createSessionCheck(newClient: NewClient): SessionCheck {
  let passed: Promise<void> | null = null
  let begun = 0
  return (client) => {
    const another = () => newClient({ connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT })
    if (performance.now() - begun > VALID_MS) {
      passed = null
      begun = performance.now()
    }
    passed ??= checkBeside(client, another()).catch((error: unknown) => {
      passed = null
      throw error
    })
    return passed
  }
}

async function checkBeside(client: ClientBase, another: Client): Promise<void> {
  // Its errors also reject its statements.
  another.on('error', () => {})
  try {
    await another.connect()
    await requireKeptSession(client, another)
  } catch (error) {
    // The pooler had no further session, yet did not give away that of the first connection, which was idle: so
    // sessions are kept.
    if (!isTimeout(error)) throw error
  } finally {
    await another.end()
  }
}

/** Matches the driver's messages. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message)
}

/** How often both connections are checked: other programs may use the pooler's sessions in between. */
const ROUNDS = 5

type Session = Pick<ClientBase, 'query'>

/** Fails if a setting of one connection is visible on the other, or gets lost. */
async function requireKeptSession(one: Session, other: Session): Promise<void> {
  const mark = randomUUID()
  await one.query("select set_config('lectern.session', $1, false)", [mark])
  for (let round = 0; round < ROUNDS; round += 1) {
    const isShared = (await markOf(other)) === mark
    if (isShared || (await markOf(one)) !== mark) throw new SessionNotKept('The session is not kept')
  }
}

async function markOf(session: Session): Promise<unknown> {
  const { rows } = await session.query<{ mark: unknown }>("select current_setting('lectern.session', true) as mark")
  return rows[0]?.mark
}
