/** A write whose statement does not end by itself: the server can be stopped nevertheless. */

import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { endPrograms, serve } from '../postgres-process/program.ts'
import { until } from '../support/until.ts'
import { DATABASES, type DatabaseKind, type Prepared, prepareSite, type SiteSpec } from './site.ts'

const SPEC: SiteSpec = { types: { note: { attributes: { text: { type: 'string' } } } } }

/** Makes every new note take hours. */
const SLOW_DOWN: Readonly<Record<DatabaseKind, readonly string[]>> = {
  SQLite: [
    'create table counted as with recursive n (i) as (values (1) union all select i + 1 from n limit 5000) select i from n',
    'create trigger slow after insert on notes begin select count(*) from counted a, counted b, counted c; end',
  ],
  PostgreSQL: [
    "create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(10000); return new; end'",
    'create trigger slow after insert on notes for each row execute function slow()',
  ],
}

/** Milliseconds: much longer than it takes on a busy machine, and much shorter than the statement. */
const IN_TIME = 60_000

let site: Prepared
afterEach(async () => {
  endPrograms()
  await site?.remove()
})

describe.each(DATABASES)('on %s', (kind) => {
  it('ends with the second signal, and leaves nothing of the write', async () => {
    site = await prepareSite(kind, SPEC)
    for (const statement of SLOW_DOWN[kind]) await site.sql(statement)
    const program = await serve(['--project', site.folder, '--database', site.database])
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ data: { text: 'endless' } })
    const asked = fetch(`${program.address}/api/notes`, { method: 'POST', headers, body }).catch(() => null)
    // Enough for the statement to begin.
    await pause(1_000)
    program.child.kill('SIGTERM')
    await until(async () => program.log().includes('A second signal'), program.log)
    program.child.kill('SIGTERM')
    const late = pause(IN_TIME, 'late', { ref: false })
    expect(await Promise.race([program.ended, late])).not.toBe('late')
    expect((await asked)?.status ?? 503).toBe(503)
    expect(await site.sql('select text from notes')).toEqual([])
  })
})
