/** The queries of a batch see the same snapshot, while other programs write. */

import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { createSession } from '../support/postgres.ts'
import { randomRuns } from '../support/random-runs.ts'
import { DATABASES, type DatabaseKind, openSite, type Site } from '../writes/site.ts'

const TOTAL = 1_000
const ROUNDS = randomRuns(20)

const SPEC = {
  types: {
    wallet: { attributes: { amount: { type: 'integer' } } },
    safe: { attributes: { amount: { type: 'integer' } } },
  },
  config: { api: { rest: { extensions: ['batch', 'aggregates'] } } },
} as const

/** Moves an amount from one type to the other, in one transaction. */
function createMover(kind: DatabaseKind, database: string) {
  const move = (amount: number) =>
    `begin; update wallets set amount = amount - ${amount}; update safes set amount = amount + ${amount}; commit`
  if (kind === 'SQLite') {
    const connection = new BetterSqlite3(database, { timeout: 5_000 })
    return {
      move: async (amount: number) => void connection.exec(move(amount)),
      end: async () => void connection.close(),
    }
  }
  const session = createSession(database)
  return { move: (amount: number) => session.rows(move(amount)), end: () => session.end() }
}

/** Milliseconds. */
const PATIENCE = 30_000

const WALLETS = '/api/wallets?fields=amount'
const GROUPS = '/api/safes/actions/aggregate?sum=amount'

interface Parts {
  readonly wallets: { readonly body: { readonly data: readonly { readonly amount: number }[] } }
  readonly safes: { readonly body: { readonly data: readonly { readonly sum: { readonly amount: number } }[] } }
}

const sumOf = ({ wallets, safes }: Parts) => (wallets.body.data[0]?.amount ?? 0) + (safes.body.data[0]?.sum.amount ?? 0)

async function inBatch({ lectern }: Site): Promise<number> {
  const response = await lectern.fetch('/_batch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ queries: { wallets: WALLETS, safes: GROUPS } }),
  })
  return sumOf(((await response.json()) as { readonly data: Parts }).data)
}

/** Pauses between the requests, as clients do: without a pause, no write would come between two of them. */
async function oneByOne({ lectern }: Site): Promise<number> {
  const wallets = { body: await (await lectern.fetch(WALLETS)).json() }
  await new Promise((resolve) => setImmediate(resolve))
  const safes = { body: await (await lectern.fetch(GROUPS)).json() }
  return sumOf({ wallets, safes } as Parts)
}

describe.each(DATABASES)('on %s', (kind) => {
  it('has the same sum in every batch while amounts are moved between its types', async () => {
    const site = await openSite(kind, SPEC)
    await site.create('/api/wallets', { amount: TOTAL })
    await site.create('/api/safes', { amount: 0 })
    const mover = createMover(kind, site.database)
    let reading = true
    const moving = (async () => {
      for (let amount = 1; reading; amount += 1) {
        await mover.move(amount)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const sums = new Set<number>()
    const torn = new Set<number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const sum of await Promise.all([inBatch(site), inBatch(site)])) sums.add(sum)
      torn.add(await oneByOne(site))
    }
    // A busy machine may take a while to write between two reads.
    const until = performance.now() + PATIENCE
    while (torn.size < 2 && performance.now() < until) torn.add(await oneByOne(site))
    reading = false
    await moving
    await mover.end()
    await site.close()
    expect([...sums]).toEqual([TOTAL])
    // Single requests see different states, so the test would notice a batch that does not use one snapshot.
    expect(torn.size).toBeGreaterThan(1)
  })
})
