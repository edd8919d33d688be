/** Random writes to random schemas, held against a model in memory after every one of them. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../support/random-runs.ts'
import { Model } from './model.ts'
import { leftIn, orphansIn } from './orphans.ts'
import { compare, perform } from './perform.ts'
import { anyWorld, pathOf, specOf, type World } from './random-schema.ts'
import { anySteps, type Step } from './random-steps.ts'
import { DATABASES, openSite, type Site } from './site.ts'

const SEED = Number(process.env.WRITES_SEED ?? 20_261_116)
const STEPS = 12
const RUNS = { SQLite: randomRuns(25), PostgreSQL: randomRuns(6) }

async function runSequence(site: Site, world: World, steps: readonly Step[]): Promise<void> {
  const model = new Model(world)
  const done: string[] = []
  for (const step of steps) {
    done.push(await perform(site, model, step))
    await compare(site, model, done)
  }
  const spec = specOf(world)
  expect(await orphansIn(site, spec), done.join('\n')).toEqual([])
  for (const [type] of world.types.entries()) {
    for (const document of model.documents(type)) await site.ask('DELETE', `${pathOf(type)}/${document}?locale=*`)
  }
  expect(await leftIn(site, spec), done.join('\n')).toEqual([])
}

describe.each(DATABASES)(`random writes on %s (seed ${SEED})`, (kind) => {
  it('leave what the model says', async () => {
    const property = fc.asyncProperty(anyWorld, anySteps(STEPS), async (world, steps) => {
      const site = await openSite(kind, specOf(world))
      try {
        await runSequence(site, world, steps)
      } finally {
        await site.close()
      }
    })
    await fc.assert(property, { seed: SEED, numRuns: RUNS[kind], endOnFailure: process.env.WRITES_SHRINK !== 'yes' })
  }, 600_000)
})
