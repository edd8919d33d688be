/** Connections to a real server. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseSettings } from '../../src/config/settings.ts'
import { openPostgres } from '../../src/dialects/postgres/database.ts'
import type { Database } from '../../src/execute/database.ts'
import { createDatabase, createSession, type PostgresDatabase, runScript } from '../support/postgres.ts'
import { settingsFor } from './settings.ts'

let server: PostgresDatabase
let database: Database

const settings = (): DatabaseSettings => ({ ...settingsFor(server.url), statementTimeout: 1_000 })

beforeAll(async () => {
  server = await createDatabase()
  await runScript(server.url, 'create table things (id int primary key)')
  database = (await openPostgres(settings())).database
})

afterAll(async () => {
  await database?.close()
  await server?.drop()
})

const run = (text: string, ...values: string[]) => database.run({ text, values })

const openWith = async (pool: DatabaseSettings['pool']) => (await openPostgres({ ...settings(), pool })).database

/** Waits until the server runs statements on that many of our connections. */
const untilBusy = (connections: number, waiting = 'PgSleep') =>
  runScript(
    server.url,
    `do $$ begin
       while (select count(*) from pg_stat_activity where application_name = 'lectern' and datname = current_database()
              and wait_event = '${waiting}') < ${connections} loop
         perform pg_sleep(0.01);
         perform pg_stat_clear_snapshot();
       end loop;
     end $$`,
  )

const terminateAll = () =>
  runScript(
    server.url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'lectern' and datname = current_database()`,
  )

describe('connections', () => {
  it('never write', async () => {
    const refused = { code: 'STORAGE_READ_ONLY', cause: expect.objectContaining({ code: '25006' }) }
    await expect(run('insert into things values (1)')).rejects.toMatchObject(refused)
    await expect(run('create temporary table t as select 1')).rejects.toMatchObject(refused)
  })

  it('keep to their settings', async () => {
    const names = ['statement_timeout', 'jit', 'application_name', 'extra_float_digits']
    const [row] = await run(`select ${names.map((name) => `current_setting('${name}')`).join(', ')}`)
    expect(row).toEqual(['1s', 'off', 'lectern', '1'])
  })

  it('read lists with missing values where the database treats NULL as a text by default', async () => {
    const off = `do $do$ begin execute format('alter database %I set array_nulls = off', current_database()); end $do$`
    await runScript(server.url, off)
    const one = await openWith({ min: 0, max: 1, queue: 100, acquireTimeout: 2_000 })
    expect(await one.run({ text: 'select unnest($1::text[])', values: ['{a,null}'] })).toEqual([['a'], [null]])
    await one.close()
  })

  it.each(['first', 'second', 'third', 'fourth'])('give numbers, booleans and texts, also the %s time', async () => {
    const [row] = await run(`select 1::int8, 9223372036854775807, true, '{"a":1}'::jsonb, 1.50, null`)
    expect(row).toEqual([1, '9223372036854775807', true, '{"a": 1}', '1.50', null])
  })

  it('run a statement again after its values were refused, and after it failed while running', async () => {
    const one = await openWith({ min: 0, max: 1, queue: 100, acquireTimeout: 2_000 })
    const divide = (by: string) => one.run({ text: 'select 6 / $1::int, true', values: [by] })
    expect(await divide('2')).toEqual([[3, true]])
    await expect(divide('two')).rejects.toMatchObject({ code: '22P02' })
    await expect(divide('0')).rejects.toMatchObject({ code: '22012' })
    expect(await divide('3')).toEqual([[2, true]])
    expect(await divide('1')).toEqual([[6, true]])
    await one.close()
  })

  it('prepare repeated statements, and only those', async () => {
    const one = await openWith({ min: 0, max: 1, queue: 100, acquireTimeout: 2_000 })
    const counts: unknown[] = []
    for (let round = 0; round < 3; round++) {
      await one.run({ text: 'select 4711 + $1::int', values: [round] })
      const prepared = "select count(*) from pg_prepared_statements where statement like 'select 4711%'"
      counts.push((await one.run({ text: prepared, values: [] }))[0]?.[0])
    }
    await one.close()
    expect(counts).toEqual([0, 1, 1])
  })

  it('end a statement that takes too long, and serve the next', async () => {
    await expect(run('select pg_sleep(5)')).rejects.toMatchObject({
      code: 'QUERY_TIMEOUT',
      status: 503,
      headers: { 'retry-after': '1' },
    })
    expect(await run('select 1')).toEqual([[1]])
  })

  it('are replaced when the server ends them, idle or in use', async () => {
    await Promise.all([1, 2, 3, 4].map(() => run('select 1')))
    await terminateAll()
    expect(await Promise.all([1, 2, 3, 4].map(() => run('select 1')))).toEqual(Array(4).fill([[1]]))
    // All four still run when the last one has started, however long that takes.
    const patient = (await openPostgres({ ...settings(), statementTimeout: 60_000 })).database
    const lock = createSession(server.url)
    await lock.rows('select pg_advisory_lock(7)')
    const work = { text: "select 'done' from pg_advisory_xact_lock_shared(7)", values: [] }
    const working = Promise.all([1, 2, 3, 4].map(() => patient.run(work)))
    await untilBusy(4, 'advisory')
    await terminateAll()
    await lock.end()
    expect(await working).toEqual(Array(4).fill([['done']]))
    await patient.close()
  })

  it('are waited for when the server has none left', async () => {
    const role = `few_connections_${server.url.slice(-12).replaceAll(/\W/g, '_')}`
    await runScript(
      server.url,
      `create role ${role} login password 'x' connection limit 2; grant select on things to ${role}`,
    )
    const url = new URL(server.url)
    Object.assign(url, { username: role, password: 'x' })
    const limited = (await openPostgres({ ...settings(), connection: url.href })).database
    const asked = Array.from({ length: 20 }, () => limited.run({ text: 'select 1 from pg_sleep(0.01)', values: [] }))
    expect(await Promise.all(asked)).toEqual(Array(20).fill([[1]]))
    await limited.close()
    await runScript(server.url, `drop owned by ${role}; drop role ${role}`)
  })

  it('are waited for only until a time limit', async () => {
    const small = await openWith({ min: 0, max: 1, queue: 100, acquireTimeout: 300 })
    const busy = small.run({ text: 'select pg_sleep(0.8)', values: [] })
    const refused = small.run({ text: 'select 1', values: [] })
    await expect(refused).rejects.toMatchObject({ code: 'DATABASE_BUSY', status: 503 })
    await busy
    expect(await small.run({ text: 'select 1', values: [] })).toEqual([[1]])
    await small.close()
  })

  it('have a queue with a limit', async () => {
    const small = await openWith({ min: 0, max: 1, queue: 1, acquireTimeout: 60_000 })
    const accepted = [1, 2].map(() => small.run({ text: 'select pg_sleep(0.2)', values: [] }))
    const refused = small.run({ text: 'select 1', values: [] })
    await expect(refused).rejects.toMatchObject({ code: 'DATABASE_BUSY', headers: { 'retry-after': '1' } })
    await Promise.all(accepted)
    await small.close()
  })

  it('drop prepared statements when tables have changed', async () => {
    const everything = () => run('select * from things')
    await everything()
    await everything()
    await runScript(server.url, 'alter table things add column name text')
    expect(await Promise.all([1, 2, 3, 4].map(everything))).toEqual(Array(4).fill([]))
  })
})

describe('a result that is too long', () => {
  const text = (characters: number) => ({
    text: `select repeat('x', ${characters}) from generate_series(1, 10)`,
    values: [],
  })

  it('is refused, and closes its own connection only', async () => {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const refused = database.run(text(20_000))
      await expect(refused).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE', details: { limit: 'answerSize' } })
    }
    expect(await database.run(text(10_000))).toHaveLength(10)
  })
})
