/**
 * Random writes to random schemas, and between them Draft & Publish and locales are switched on and off: after each step
 * the server shows what the model says, and links of entries that were not touched are the same rows as before.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../support/random-runs.ts'
import { Model } from '../writes/model.ts'
import { orphansIn } from '../writes/orphans.ts'
import { compare, perform } from '../writes/perform.ts'
import { anyWorld, specOf, typeName, type World } from '../writes/random-schema.ts'
import { anyStep, type Step } from '../writes/random-steps.ts'
import { DATABASES } from '../writes/site.ts'
import { type ChangingSite, openChangingSite } from './changing-site.ts'
import { switchModel } from './switch-model.ts'

const SEED = Number(process.env.SWITCHES_SEED ?? 20_261_115)
/** The number of histories on PostgreSQL. On SQLite, where each takes less time, there are three times as many. */
const RUNS = randomRuns(2)
const COMMANDS = 24

interface State {
  content: Model
  readonly done: string[]
}

type Command = fc.AsyncCommand<State, ChangingSite>

const write = (step: Step): Command => ({
  check: () => true,
  async run(state, site) {
    const before = await linksIn(site, state.content.world)
    const asked = await perform(site, state.content, step)
    state.done.push(asked)
    await compare(site, state.content, state.done)
    // A write may change links of what it is about, and of what it mentions.
    const isTouched = (documents: readonly unknown[]) => documents.some((document) => asked.includes(String(document)))
    const after = await linksIn(site, state.content.world)
    const created = state.content.rows.at(-1)?.document
    const untouched = (links: readonly LinkRow[]) =>
      links.filter(({ documents }) => !isTouched(documents) && !documents.includes(created ?? ''))
    expect(untouched(after), state.done.join('\n')).toEqual(untouched(before))
  },
  toString: () => JSON.stringify(step),
})

/** The types that are switched, a bit for each. */
const flip = (drafts: number, locales: number): Command => ({
  check: () => true,
  async run(state, site) {
    const { world } = state.content
    const types = world.types.map((type, index) => ({
      ...type,
      draftAndPublish: type.draftAndPublish !== hasBit(drafts, index),
      localized: type.localized !== hasBit(locales, index),
    }))
    const changed: World = { ...world, types }
    const isSwitched = (index: number) => hasBit(drafts | locales, index)
    const others = (links: readonly LinkRow[]) =>
      links.filter(({ relation }) => {
        const shape = world.relations[relation]
        return shape !== undefined && !isSwitched(shape.from) && !isSwitched(shape.to)
      })
    const before = await linksIn(site, world)
    const { changes } = await site.change(specOf(changed), { allowDataLoss: true })
    state.done.push(
      `switch to ${JSON.stringify(types.map(({ draftAndPublish, localized }) => ({ draftAndPublish, localized })))}: ${changes.map(({ text }) => text)}`,
    )
    state.content = switchModel(state.content, changed)
    await compare(site, state.content, state.done)
    expect(others(await linksIn(site, changed)), state.done.join('\n')).toEqual(others(before))
    expect(await orphansIn(site, specOf(changed)), state.done.join('\n')).toEqual([])
    expect(await site.migrate(), state.done.join('\n')).toMatchObject({ changes: [] })
  },
  toString: () => `switch ${drafts} ${locales}`,
})

const hasBit = (bits: number, index: number): boolean => ((bits >> index) & 1) === 1

interface LinkRow {
  readonly relation: number
  /** Of both ends. */
  readonly documents: readonly unknown[]
  readonly cells: readonly unknown[]
}

/** The tables of relations, row for row. */
async function linksIn(site: ChangingSite, { relations }: World): Promise<readonly LinkRow[]> {
  const found: LinkRow[] = []
  for (const [relation, { from, to }] of relations.entries()) {
    const [near, far] = [typeName(from), typeName(to)]
    const farColumn = near === far ? `inv_${far}_id` : `${far}_id`
    const rows = await site.sql(
      `select n.document_id, f.document_id, l.* from "${near}s_r_${relation}_lnk" as l join "${near}s" as n on n.id = l."${near}_id" join "${far}s" as f on f.id = l."${farColumn}" order by l.id`,
    )
    for (const [one, other, ...cells] of rows) found.push({ relation, documents: [one, other], cells })
  }
  return found
}

const bits = fc.oneof(fc.constantFrom(0, 1, 2), fc.nat({ max: 15 }))
const writes = anyStep.map(write)
const switches = fc.record({ drafts: bits, locales: bits }).map(({ drafts, locales }) => flip(drafts, locales))
/** Three writes to a switch. */
const commands = fc.commands([writes, writes, writes, switches], { maxCommands: COMMANDS, size: 'max' })

describe.each(DATABASES)(`random switches on %s (seed ${SEED})`, (kind) => {
  it('leave what the model says', async () => {
    const property = fc.asyncProperty(anyWorld, commands, async (world, history) => {
      const site = await openChangingSite(kind, specOf(world))
      try {
        await fc.asyncModelRun(() => ({ model: { content: new Model(world), done: [] }, real: site }), history)
      } finally {
        await site.close()
      }
    })
    const numRuns = kind === 'SQLite' ? 3 * RUNS : RUNS
    await fc.assert(property, { seed: SEED, numRuns, endOnFailure: process.env.SWITCHES_SHRINK !== 'yes' })
  }, 900_000)
})
