/**
 * Random content, exported and imported into the other database, written to there, and brought back into the first while it
 * is served: each time all responses are the same.
 */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportProject, importProject } from '../../src/index.ts'
import { randomRuns } from '../support/random-runs.ts'
import { Model } from '../writes/model.ts'
import { perform } from '../writes/perform.ts'
import { anyWorld, specOf, uidOf, type World } from '../writes/random-schema.ts'
import { anySteps, type Step } from '../writes/random-steps.ts'
import { DATABASES, type Json, openSite, type Site, type SiteSpec } from '../writes/site.ts'
import { anyOdd, ODDS, type Odd, oddBody } from './odd-entries.ts'

const SEED = Number(process.env.ROUND_TRIPS_SEED ?? 20_261_118)
const RUNS = randomRuns(1)

interface History {
  readonly world: World
  readonly steps: readonly Step[]
  readonly odds: readonly Odd[]
  readonly later: readonly Step[]
}

const anyHistory: fc.Arbitrary<History> = fc.record({
  world: anyWorld,
  steps: anySteps(14),
  odds: fc.array(anyOdd, { minLength: 2, maxLength: 6 }),
  later: anySteps(3),
})

function withOdds(world: World): SiteSpec {
  const spec = specOf(world)
  return {
    ...spec,
    types: { ...spec.types, odd: { draftAndPublish: true, localized: true, attributes: ODDS(uidOf(0)) } },
    config: { api: { rest: { maxLimit: 1000, defaultLimit: 1000 } } },
  }
}

/** All that a client can read, of it. */
async function responses(site: Site, spec: SiteSpec): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {}
  for (const name of Object.keys(spec.types)) {
    for (const status of ['draft', 'published']) {
      for (const locale of ['en', 'fr']) {
        const deep = ['zone', 'part', 'leaves'].filter((key) => key in (spec.types[name]?.attributes ?? {}))
        for (const populate of ['populate=*', ...deep.map((key) => `populate[${key}][populate]=*`)]) {
          const path = `/api/${name}s?status=${status}&locale=${locale}&sort=id&${populate}`
          const { status: code, text } = await site.ask('GET', path)
          expect(code, text).toBe(200)
          found[path] = JSON.parse(text)
        }
      }
    }
  }
  return found
}

/** Where two values differ, and how: whole responses are too long to be read. */
function firstDifference(one: unknown, other: unknown, place = ''): string | null {
  if (one === other) return null
  const isObject = typeof one === 'object' && typeof other === 'object' && one !== null && other !== null
  if (!isObject) return `${place}: ${JSON.stringify(one)}, not ${JSON.stringify(other)}`
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = firstDifference((one as Json)[key], (other as Json)[key], `${place} › ${key}`)
    if (found !== null) return found
  }
  return null
}

/** Without its relations, where the other end does not exist in this locale or status. */
async function create(site: Site, { locale, status, values }: Odd, body: Json): Promise<void> {
  const path = `/api/odds?locale=${locale}&status=${status}`
  const { status: code } = await site.ask('POST', path, body)
  if (code !== 201) await site.entry(201, 'POST', path, values)
}

describe.each(DATABASES)(`random content from %s and back (seed ${SEED})`, (kind) => {
  it('is the same everywhere', async () => {
    const property = fc.asyncProperty(anyHistory, ({ world, steps, odds, later }) =>
      roundTrip({ world, steps, odds, later }),
    )
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: process.env.ROUND_TRIPS_SHRINK !== 'yes' })
  }, 900_000)

  async function roundTrip({ world, steps, odds, later }: History): Promise<void> {
    const spec = withOdds(world)
    const here = await openSite(kind, spec)
    const there = await openSite(kind === 'SQLite' ? 'PostgreSQL' : 'SQLite', spec)
    const archive = join(here.folder, 'site.tar.gz')
    const move = async (from: Site, to: Site) => {
      rmSync(archive, { force: true })
      await exportProject({ project: from.folder, database: from.database, env: {}, archive })
      await importProject({ project: to.folder, database: to.database, env: {}, archive, replace: true })
    }
    try {
      const model = new Model(world)
      for (const step of steps) await perform(here, model, step)
      const documents = model.documents(0)
      for (const odd of odds) {
        await create(here, odd, oddBody(odd, uidOf(0), documents))
      }
      const before = await responses(here, spec)
      await move(here, there)
      expect(firstDifference(await responses(there, spec), before)).toBe(null)
      for (const step of later) await perform(there, model, step)
      const after = await responses(there, spec)
      await move(there, here)
      expect(firstDifference(await responses(here, spec), after)).toBe(null)
    } finally {
      await here.close()
      await there.close()
    }
  }
})
