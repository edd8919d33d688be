/** Many clients, and expensive requests, do not keep others from being served. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { endPrograms, serve, until } from '../postgres-process/program.ts'
import { DATABASES, type DatabaseKind } from '../support/databases.ts'
import { ask, cheap, endless, errorName, type Heard } from './clients.ts'
import { makeSite, type Site } from './site.ts'

afterEach(endPrograms)

/** A client that gets Retry-After waits for a moment. */
const PAUSE_AFTER_REFUSAL = 500

/** Clients that repeat requests that never end, until they are stopped. */
function crowd(address: string, clients: number) {
  const heard: Heard[] = []
  const stopping = new AbortController()
  const { signal } = stopping
  const work = async () => {
    while (!signal.aborted) {
      const answer = await ask(address + endless(0), 4_000, signal)
      heard.push(answer)
      if (answer.status !== 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_REFUSAL))
    }
  }
  const working = Promise.all(Array.from({ length: clients }, work))
  return {
    heard,
    /** They hang up. */
    stop: async () => {
      stopping.abort()
      await working
    },
  }
}

async function onSite(
  kind: DatabaseKind,
  rest: object,
  database: object,
  work: (site: Site) => Promise<void>,
): Promise<void> {
  const site = await makeSite(kind, { cache: false, ...rest })
  try {
    writeFileSync(join(site.folder, 'config', 'database.js'), `module.exports = ${JSON.stringify(database)}\n`)
    await work(site)
  } finally {
    endPrograms()
    await site.remove()
  }
}

const UNBOUNDED = { limits: { populatedRows: 1_000_000_000 } }

describe.each(DATABASES)('on %s', (kind) => {
  it('a client with cheap requests is served beside fifty with expensive ones', async () => {
    await onSite(kind, UNBOUNDED, {}, async (site) => {
      const { address } = await serve(['--project', site.folder, '--database', site.database])
      // The cost of an unknown request is unknown, so it waits like all others. A single run may be slow on a busy machine.
      await until('a cheap question is known', async () => (await ask(address + cheap(1))).status === 200)
      for (let run = 0; run < 5; run++) await ask(address + cheap(1))
      const others = crowd(address, 50)
      // A statement that takes this long counts as expensive, and one that takes a small part of it as cheap.
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      const answers: Heard[] = []
      for (let index = 2; index < 12; index++) answers.push(await ask(address + cheap(index), 30_000))
      await others.stop()
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      // Behind fifty others, each with four seconds at least, it would wait much longer than a busy machine takes.
      const median = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)[5]
      expect(median).toBeLessThan(8_000)
    })
  })

  it('clients that cannot be served get Retry-After at once, and the load balancer a 503', async () => {
    const pool = { max: 2, queue: 1 }
    await onSite(kind, { ...UNBOUNDED, requestTimeout: 2_000 }, { connection: { pool } }, async (site) => {
      const { address } = await serve(['--project', site.folder, '--database', site.database])
      expect((await ask(`${address}/_ready`)).status).toBe(204)
      const others = crowd(address, 24)
      await until('it says that it is saturated', async () => (await ask(`${address}/_ready`)).status === 503, 60_000)
      expect((await ask(`${address}/_health`)).status).toBe(204)
      const refused = () =>
        others.heard.filter((answer) => answer.status === 503 && errorName(answer) !== 'QueryTimeoutError')
      await until('some are refused', async () => refused().length > 0, 60_000)
      await others.stop()
      for (const { headers } of refused()) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      await until('it is over', async () => (await ask(`${address}/_ready`)).status === 204, 60_000)
    })
  })
})
