/** A server that is killed while it writes: what it acknowledged is there, and what is there is whole. */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { randomRuns } from '../support/random-runs.ts'
import { BOXES } from './boxes.ts'
import { orphansIn } from './orphans.ts'
import { type Program, startProgram } from './program.ts'
import { type Entry, type Prepared, prepareSite } from './site.ts'

const ROUNDS = randomRuns(8)
const WRITERS = 3

/** A client's knowledge of a document: the last acknowledged name, and the one requested since. */
interface Known {
  acknowledged: string | null
  asked: string | null
}

const bodyOf = (name: string, tags: readonly Entry[]) => ({
  name,
  parts: [1, 2, 3].map(() => ({ text: name })),
  cover: 1,
  tags: tags.map(({ documentId }) => documentId),
})

/** Writes until the server is gone: makes a document, changes it twice, deletes every other one. */
async function write(
  program: Program,
  writer: string,
  tags: readonly Entry[],
  known: Map<string, Known>,
): Promise<void> {
  for (let count = 0; ; count += 1) {
    const name = `${writer} ${count}`
    const made = await program.ask('POST', '/api/boxs', bodyOf(name, tags))
    expect(made.status).toBe(201)
    const { documentId } = made.data as Entry
    const facts: Known = { acknowledged: name, asked: name }
    known.set(documentId, facts)
    for (const change of [`${name} a`, `${name} b`]) {
      facts.asked = change
      expect((await program.ask('PUT', `/api/boxs/${documentId}`, bodyOf(change, tags))).status).toBe(200)
      facts.acknowledged = change
    }
    if (count % 2 === 0) continue
    facts.asked = null
    expect((await program.ask('DELETE', `/api/boxs/${documentId}`)).status).toBe(204)
    facts.acknowledged = null
  }
}

let site: Prepared
beforeAll(async () => {
  site = await prepareSite('SQLite', BOXES)
})
afterAll(() => site?.remove())

/** Each version of each document, in one line. */
async function versions(): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await site.sql(`
    select b.document_id, b.name || ' | ' ||
      (select count(*) from boxs_cmps as c join components_part_ones as p on p.id = c.cmp_id where c.entity_id = b.id and p.text = b.name) || ' parts ' ||
      (select count(*) from boxs_cmps as c where c.entity_id = b.id) || ' places ' ||
      (select count(*) from boxs_tags_lnk as l where l.box_id = b.id) || ' tags ' ||
      (select count(*) from files_related_mph as f where f.related_id = b.id and f.related_type = 'api::box.box') || ' files'
    from boxs as b order by b.document_id, b.published_at is not null`)
  const found = new Map<string, readonly string[]>()
  for (const [document, line] of rows)
    found.set(String(document), [...(found.get(String(document)) ?? []), String(line)])
  return found
}

const whole = (name: string) => [1, 2].map(() => `${name} | 3 parts 3 places 2 tags 1 files`)

async function check(known: ReadonlyMap<string, Known>): Promise<void> {
  expect(await site.sql('pragma integrity_check')).toEqual([['ok']])
  expect(await orphansIn(site, BOXES)).toEqual([])
  const found = await versions()
  for (const lines of found.values()) expect(lines).toEqual(whole(String(lines[0]?.split(' | ')[0])))
  for (const [document, { acknowledged, asked }] of known) {
    const possible = [acknowledged, asked].map((name) => (name === null ? undefined : whole(name)))
    expect(possible, document).toContainEqual(found.get(document))
  }
}

it(`survives ${ROUNDS} times`, { timeout: 300_000 }, async () => {
  const first = await startProgram(site)
  const tags = [await first.create('/api/tags', { name: 'a' }), await first.create('/api/tags', { name: 'b' })]
  await first.kill()
  const known = new Map<string, Known>()
  let acknowledged = 0
  for (const [round, pause] of fc.sample(fc.nat({ max: 400 }), { numRuns: ROUNDS, seed: 20_261_117 }).entries()) {
    const program = await startProgram(site)
    const writers = Array.from({ length: WRITERS }, (_, index) => write(program, `${round}-${index}`, tags, known))
    const ends = Promise.allSettled(writers)
    // However slow the machine, something was written before the kill.
    await vi.waitUntil(() => known.size > acknowledged, { timeout: 60_000, interval: 5 })
    await new Promise((resolve) => setTimeout(resolve, 20 + pause))
    await program.kill()
    for (const end of await ends) {
      // A connection that broke, and nothing else.
      expect(end).toMatchObject({ status: 'rejected', reason: { name: 'TypeError' } })
    }
    await check(known)
    acknowledged = known.size
  }
  expect(acknowledged).toBeGreaterThanOrEqual(ROUNDS)
})
