/**
 * Whether a connection keeps its session. Behind a pooler every transaction may run in another one (`pool_mode =
 * transaction` of PgBouncer): our settings would apply to transactions of other programs, whose writes would fail because our sessions are read-only, and not to our own.
 */

import { randomUUID } from 'node:crypto'
import type { Client, ClientBase } from 'pg'

/** `unopenable` makes the message, because it knows the server's address. */
export class SessionNotKept extends Error {}

/** The process id that the server reported when the client connected: a pooler reports one of its own. */
export function reportedProcess(client: ClientBase): number | null {
  return (client as unknown as { readonly processID: number | null }).processID
}

/** Rejects with SessionNotKept. */
export type SessionCheck = (client: ClientBase) => Promise<void>

/** How long the second connection waits for its session, in milliseconds. */
const TIMEOUT = 5_000

type NewClient = (waiting: { readonly connectionTimeoutMillis: number; readonly query_timeout: number }) => Client

/** How long a result applies to further connections, in milliseconds: those that are opened together share one check. */
const VALID_MS = 2_000

/** Repeated after a failure, and later on: a pooler may be restarted with other settings while we run. */
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
  // Its errors are those of its statements.
  another.on('error', () => {})
  try {
    await another.connect()
    await requireKeptSession(client, another)
  } catch (error) {
    // It did not get the session of the first connection although that was idle, and there are no more sessions: so the session
    // is kept.
    if (!isTimeout(error)) throw error
  } finally {
    await another.end()
  }
}

/** In the driver's wording. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message)
}

/** How often both are asked: other programs may use the pooler's sessions in between. */
const ROUNDS = 5

type Session = Pick<ClientBase, 'query'>

/** Fails where what is set on one connection can be seen on the other, or is gone. */
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
