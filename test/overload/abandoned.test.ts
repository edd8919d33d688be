/** Every request ends in time, and its statement with it: the installed program, over real sockets. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endPrograms, type Program, serve, until } from '../postgres-process/program.ts'
import { DATABASES } from '../support/databases.ts'
import { runScript } from '../support/postgres.ts'
import { ask, cheap, endless, errorName, type Heard } from './clients.ts'
import { OCCUPY } from './occupied.ts'
import { makeSite, type Site } from './site.ts'

/** Limits of rows and bytes that do not end these statements: a fast machine reaches the default ones within seconds. */
const UNBOUNDED = { limits: { populatedRows: 1_000_000_000, answerSize: 1_000_000_000_000 } }

/** Much longer than a busy machine needs, and much shorter than the statements. */
const IN_TIME = 20_000

/** Long enough for a statement to begin, and little wasted work for two cores. */
const HANGS_UP_AFTER = 500

afterEach(endPrograms)

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await makeSite(kind, { ...UNBOUNDED, requestTimeout: 2_000 })
  })
  afterAll(() => site?.remove())

  const start = (...more: readonly string[]) => serve(['--project', site.folder, '--database', site.database, ...more])

  const expectCheapReads = ({ address }: Program) =>
    until('cheap reads are answered', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(address + cheap(index), IN_TIME)))
      return answers.every(({ status }) => status === 200)
    })

  it('no statement of a client that hangs up goes on', async () => {
    const program = await start()
    const gone = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask(program.address + endless(index), HANGS_UP_AFTER)),
    )
    expect(gone.map(({ status }) => status)).toEqual(Array(12).fill(0))
    await expectCheapReads(program)
    expect(program.log()).toContain('"code":"CLIENT_GONE"')
    expect(await program.stop()).toBe(0)
  })

  it('requests that take too long are answered in time', async () => {
    const program = await start()
    const asked = await Promise.all(Array.from({ length: 6 }, (_, index) => ask(program.address + endless(index))))
    for (const answer of asked) {
      expect({ status: answer.status, name: errorName(answer) }).toEqual({
        status: 503,
        name: expect.stringMatching(/^(QueryTimeoutError|ServiceUnavailableError)$/),
      })
      expect(answer.headers['retry-after']).toMatch(/^\d+$/)
      expect(answer.milliseconds).toBeLessThan(IN_TIME)
    }
    await expectCheapReads(program)
    expect(await program.stop()).toBe(0)
  })
})

describe('on PostgreSQL', () => {
  it('the statement is cancelled, and the connection is reused', async () => {
    const site = await makeSite('PostgreSQL', UNBOUNDED)
    try {
      const program = await serve(['--project', site.folder, '--database', site.database])
      await Promise.all(Array.from({ length: 4 }, (_, index) => ask(program.address + endless(index), HANGS_UP_AFTER)))
      const none = `do $$ begin if exists (select from pg_stat_activity
        where datname = current_database() and application_name = 'lectern' and state <> 'idle') then raise 'busy'; end if; end $$`
      const isIdle = () =>
        runScript(site.database, none).then(
          () => true,
          () => false,
        )
      await until('nothing runs', isIdle, IN_TIME)
      expect(await program.stop()).toBe(0)
    } finally {
      await site.remove()
    }
  })
})

describe.each(DATABASES)('shutdown on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await makeSite(kind, { ...UNBOUNDED, requestTimeout: 600_000 })
    // One statement runs and the others wait.
    const database = { connection: { pool: { max: 1 } } }
    writeFileSync(join(site.folder, 'config', 'database.js'), `module.exports = ${JSON.stringify(database)}\n`)
  })
  afterAll(() => site?.remove())

  it.each([1, 2])(
    'takes less than ten seconds, whatever %i process(es) do, and every client gets a response',
    async (workers) => {
      const arguments_ = ['--project', site.folder, '--database', site.database, '--workers', String(workers)]
      const program = await serve(arguments_)
      const asked: Promise<Heard>[] = []
      const release = await OCCUPY[kind](site, program, () => {
        for (let index = 0; index < 6; index++) asked.push(ask(program.address + endless(index)))
      })
      const began = performance.now()
      expect(await program.stop()).toBe(0)
      expect(performance.now() - began).toBeLessThan(IN_TIME)
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(6).fill(503))
      await release()
    },
  )

  it('is immediate with the second signal', async () => {
    const program = await serve(['--project', site.folder, '--database', site.database])
    const asked = ask(program.address + endless(0))
    await new Promise((resolve) => setTimeout(resolve, HANGS_UP_AFTER))
    const began = performance.now()
    program.child.kill('SIGTERM')
    await until('it heard the first', async () => program.log().includes('A second signal'))
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(1)
    // Without it, requests under way get seven seconds.
    expect(performance.now() - began).toBeLessThan(6_000)
    expect((await asked).status).toBe(0)
  })
})
