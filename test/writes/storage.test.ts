/** A disk that is full or read-only, over real sockets: writes are refused, reads go on, `/_ready` tells. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer } from '../../src/answer/answer.ts'
import type { App } from '../../src/answer/app.ts'
import { listen } from '../../src/http/listen.ts'
import { createLogger } from '../../src/http/logger.ts'
import { createServer, type HttpServer } from '../../src/http/server.ts'
import { closeApp, openApp } from '../../src/open/open-app.ts'
import { DATABASES } from '../support/databases.ts'
import { askerOf, type DatabaseKind, type Prepared, prepareSite } from './site.ts'

const SPEC = { types: { note: { attributes: { text: { type: 'text' } } } } }

type Fault = 'full' | 'read-only'

/** Makes the writer's connection, or the server, behave as with such a disk, and undoes it. */
const FAULTS: Readonly<Record<DatabaseKind, Readonly<Record<Fault, readonly [string, string | null]>>>> = {
  SQLite: {
    full: ['pragma max_page_count = 1', 'pragma max_page_count = 1000000'],
    // No transaction begins any more, not even one that would end this.
    'read-only': ['pragma query_only = on', null],
  },
  PostgreSQL: { full: raising('53100'), 'read-only': raising('25006') },
}

function raising(code: string): readonly [string, string] {
  return [
    `do $do$ begin
      create function no_room() returns trigger language plpgsql as $body$ begin raise exception 'refused' using errcode = '${code}'; end $body$;
      create trigger no_room before insert on notes for each statement execute function no_room();
    end $do$`,
    'drop function no_room cascade',
  ]
}

const CODES = { full: 'STORAGE_FULL', 'read-only': 'STORAGE_READ_ONLY' } as const

describe.each(DATABASES)('a disk of %s', (kind) => {
  let site: Prepared
  let app: App
  let server: HttpServer
  let asking: ReturnType<typeof askerOf>
  const lines: string[] = []
  beforeEach(async () => {
    lines.splice(0)
    site = await prepareSite(kind, SPEC)
    app = (await openApp({ project: site.folder, database: site.database, env: {} }, () => undefined)).app
    const logger = createLogger({ write: (line) => lines.push(line) })
    server = createServer({ answer: (request) => answer(request, app), settings: app.settings, logger })
    const address = await listen(server, { port: 0, host: '127.0.0.1' })
    asking = askerOf((path, init) => fetch(`${address}${path}`, init))
  })
  afterEach(async () => {
    await server.close()
    await closeApp(app)
    await site.remove()
  })

  const apply = (text: string) => app.writer?.transaction(async (run) => run({ text, values: [] }))
  const note = { text: 'x'.repeat(100_000) }

  it.each(['full', 'read-only'] as const)('that is %s', async (fault) => {
    const { ask, create, list } = asking
    const before = await create('/api/notes', { text: 'before' })
    expect((await ask('GET', '/_ready')).status).toBe(204)
    const [breaks, mends] = FAULTS[kind][fault]
    await apply(breaks)

    const refused = await ask('POST', '/api/notes', note)
    expect(refused).toMatchObject({ status: 503, error: { name: 'ServiceUnavailableError' } })
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ status: 503, code: CODES[fault] })

    expect(await list('/api/notes')).toMatchObject([{ documentId: before.documentId }])
    const ready = await ask('GET', '/_ready')
    expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { ready: true, writable: false, code: CODES[fault] }])
    expect((await ask('GET', '/_health')).status).toBe(204)

    if (mends === null) return
    await apply(mends)
    await create('/api/notes', note)
    expect(await list('/api/notes')).toHaveLength(2)
    expect((await ask('GET', '/_ready')).status).toBe(204)
  })
})
