/** Deliveries end in time: at shutdown, and when the database was replaced by another. */

import { spawn } from 'node:child_process'
import { renameSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import BetterSqlite3 from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { openWebhooks } from '../../src/operate/open-webhooks.ts'
import { type Prepared, prepareSite, type SiteSpec } from '../writes/site.ts'
import { openReceiver, type Receiver } from './receiver.ts'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const WAIT = { timeout: 60_000, interval: 20 }

const SPEC: SiteSpec = {
  config: {
    server: { webhooks: { allowPrivate: ['127.0.0.1'], timeout: 60 } },
    api: { rest: { extensions: ['export'] } },
  },
  types: { note: { attributes: { text: { type: 'text' } } } },
  permissions: ['find', 'create', 'export'].map((action) => `api::note.note.${action}`),
}

/** More than the operating system takes for a client that reads nothing. */
const ROWS = 6_000
const LONG = 'x'.repeat(4_000)

async function siteWith(receiver: Receiver): Promise<Prepared> {
  const site = await prepareSite('SQLite', SPEC)
  await site.sql(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS}) insert into notes (document_id, text, published_at) select 'd' || i, '${LONG}', 1 from n`,
  )
  const managed = await openWebhooks({ project: site.folder, database: site.database, env: {} })
  await managed.add({ url: receiver.url, name: null, events: [], headers: {}, preset: null })
  await managed.close()
  return site
}

/** The server as a program of its own. */
async function serve({ folder, database }: Prepared) {
  const args = [MAIN, 'serve', '--project', folder, '--database', database, '--port', '0', '--workers', '1']
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, LOG_LEVEL: 'warn' } })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = /listens at (http:\S+)/.exec(said)?.[1]
      if (found !== undefined && said.includes('Stop with')) resolve(found)
    })
    void ended.then(() => reject(new Error(`ended before it listened: ${said}`)))
  })
  return { address, ended, log: () => log, stop: () => child.kill('SIGTERM'), kill: () => child.kill('SIGKILL') }
}

/** An export whose client reads its beginning and nothing more. */
async function stalledExport(address: string): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET /api/notes/actions/export HTTP/1.1\r\nHost: x\r\n\r\n')
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  socket.pause()
  return socket
}

/** A server that is overloaded for a while, as on a busy machine, writes nothing of what it refuses. */
async function create(address: string, text: string): Promise<number> {
  const body = JSON.stringify({ data: { text } })
  const headers = { 'content-type': 'application/json' }
  const attempt = async () => {
    const { status } = await fetch(`${address}/api/notes`, { method: 'POST', headers, body })
    return status === 503 ? null : status
  }
  return vi.waitUntil(attempt, WAIT)
}

it.concurrent('ends in time, with a receiver that hangs beside a client that does not read, and leaves the events to the next process', async () => {
  const receiver = await openReceiver()
  receiver.respond(() => undefined)
  const site = await siteWith(receiver)
  const program = await serve(site)
  try {
    const socket = await stalledExport(program.address)
    const firsts = ['a', 'b', 'c', 'd'].map((text) => create(program.address, text))
    expect(await Promise.all(firsts)).toEqual([201, 201, 201, 201])
    await receiver.until(4)
    program.stop()
    expect(await program.ended).toBe(0)
    socket.destroy()
    expect(await site.sql('select count(*) from lectern_outbox where ended is null')).toEqual([[4]])
    // The next process need not wait.
    expect(await site.sql('select expires from lectern_leases')).toEqual([[0]])
  } finally {
    program.kill()
    await receiver.close()
    await site.remove()
  }
})

it.concurrent('sends nothing of a file that was replaced, while an export of it goes on', async () => {
  const receiver = await openReceiver()
  const site = await siteWith(receiver)
  const program = await serve(site)
  const old = new BetterSqlite3(site.database)
  // The file is opened by the first statement.
  old.pragma('user_version')
  try {
    const socket = await stalledExport(program.address)
    const other = await prepareSite('SQLite', SPEC)
    const file = join(site.folder, 'new.db')
    const connection = new BetterSqlite3(other.database)
    await connection.backup(file)
    connection.close()
    await other.remove()
    renameSync(file, site.database)
    const total = async () =>
      ((await (await fetch(`${program.address}/api/notes`)).json()) as { meta: { pagination: { total: number } } }).meta
        .pagination.total
    await vi.waitUntil(async () => (await total()) === 0, WAIT)
    const now = Date.now()
    const columns = 'webhook_id, message, event, subject, body, created, due, attempts'
    old.exec(`insert into lectern_outbox (${columns}) values (1, 'm', 'entry.create', 's', '{}', ${now}, ${now}, 0)`)
    // Longer than it takes a deliverer to report that its database does not respond.
    await new Promise((resolve) => setTimeout(resolve, 4_500))
    expect(receiver.received).toEqual([])
    // Nor does it try to, once a second.
    expect(program.log()).not.toContain('outbox')
    socket.destroy()
  } finally {
    old.close()
    program.kill()
    await receiver.close()
    await site.remove()
  }
})
