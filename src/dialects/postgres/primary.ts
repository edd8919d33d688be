/**
 * The one of several servers that accepts writes. It is checked while unknown, and every few seconds: connections to a
 * server that does not respond, or was replaced by a promotion, would not end by themselves.
 */

import pg, { type ClientConfig } from 'pg'
import { type Chosen, choosePrimary, type Looked } from './choose-primary.ts'
import { type Host, placeOf } from './server-hosts.ts'

export interface Primary {
  /** The address of the primary. Rejects if no server accepts writes. */
  place(): Promise<Host>
  /** Reports that connecting failed, so that the primary is searched again. */
  doubt(host: Host): void
  /** A text that changes when a server is promoted; the same in all processes. */
  epoch(): string
  /** Checks whether the primary is still the same. */
  look(): Promise<void>
  /** Calls the listener when another server is the primary. */
  onChange(listener: () => void): void
}

/** How long a server may take to report its role, in milliseconds. */
const TIMEOUT = 2_000

const STATE = `select current_setting('default_transaction_read_only'), pg_is_in_recovery(),
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end`

export function primaryAmong(hosts: readonly Host[], options: ClientConfig): Primary {
  const listeners: (() => void)[] = []
  let current: Host | null = null
  let last: Chosen | null = null
  let looking: Promise<Host | null> | null = null
  let reasons = ''

  async function lookAtAll(): Promise<Host | null> {
    const looked = await Promise.all(hosts.map((host) => readRole(host, options)))
    reasons = looked.map(({ host, reason }) => `${placeOf(host)} ${reason ?? ''}`).join('; ')
    const found = choosePrimary(looked, current)
    if (found === null) return null
    const isAnother = last !== null && (last.host !== found.host || last.timeline !== found.timeline)
    current = found.host
    last = found
    if (isAnother) for (const listener of listeners) listener()
    return current
  }

  function lookOnce(): Promise<Host | null> {
    looking ??= lookAtAll().finally(() => {
      looking = null
    })
    return looking
  }

  return {
    place: async () => {
      const found = current ?? (await lookOnce())
      if (found !== null) return found
      throw Object.assign(new Error(`no server takes writes: ${reasons}`), { code: '08001' })
    },
    doubt: (host) => {
      if (current === host) current = null
    },
    epoch: () => last?.timeline ?? '',
    look: async () => {
      await lookOnce()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

/** Never rejects: an unreachable server counts as one that takes no writes. */
async function readRole(host: Host, options: ClientConfig): Promise<Looked> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT })
  client.on('error', () => {})
  client.host = host.host
  client.port = host.port
  try {
    await client.connect()
    const { rows } = await client.query<unknown[]>({ text: STATE, rowMode: 'array' })
    const [readOnly, follows, timeline] = rows[0] ?? []
    if (follows === true) return { host, timeline: null, reason: 'follows another server' }
    if (readOnly !== 'off') return { host, timeline: null, reason: 'is set to read only' }
    return { host, timeline: String(timeline), reason: null }
  } catch (error) {
    const said = error instanceof Error ? error.message || error.name : String(error)
    return { host, timeline: null, reason: `cannot be asked (${said})` }
  } finally {
    client.end().catch(() => {})
  }
}
