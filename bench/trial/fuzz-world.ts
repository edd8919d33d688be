import fc from 'fast-check'
import { loadProject } from '../../src/project/load-project.ts'
import { anyWorld, pathOf, specOf, typeName, uidOf, type World } from '../../test/writes/random-schema.ts'
import { anySteps } from '../../test/writes/random-steps.ts'
import type { SiteSpec } from '../../test/writes/site-files.ts'
import type { Both } from '../database/bench-databases.ts'
import { whileRunning } from '../peers/while-running.ts'
import { requestTimeout } from './ask.ts'
import { type Counts, isOver } from './fuzz-counts.ts'
import { type Documents, requestOf } from './fuzz-writes.ts'
import { type Pair, pairOf } from './pair.ts'
import { choicesOf } from './random.ts'
import { atOnce, readMany } from './read-many.ts'
import { namesIn } from './reads.ts'
import { repeatedReads } from './repeated-reads.ts'
import { makeTrialSite } from './trial-site.ts'

const readsPerWrite = 8

const actions = ['find', 'findOne', 'create', 'update', 'delete', 'export']

/** With all extensions, and names that can be searched. */
const extendedSpec = (world: World): SiteSpec => {
  const uids = world.types.map((_, index) => uidOf(index))
  return {
    ...specOf(world),
    permissions: uids.flatMap((uid) => actions.map((action) => `${uid}.${action}`)),
    config: {
      api: {
        // Each request under way may be an export.
        rest: { maxLimit: 1000, defaultLimit: 1000, extensions: true, requestTimeout, limits: { exports: atOnce } },
        search: Object.fromEntries(uids.map((uid) => [uid, { name: 1 }])),
      },
    },
  }
}

/** One random schema, written to and read. It ends at the first difference, since later responses would differ too. */
export const fuzzWorld = (both: Both, seed: number, most: number, counts: Counts): Promise<void> =>
  whileRunning(async (keep) => {
    const [world] = fc.sample(anyWorld, { seed, numRuns: 1 }) as [World]
    const name = `fuzz_${seed}`
    counts.worlds += 1
    const sites = [
      await keep(makeTrialSite(both.sqlite, name, extendedSpec(world))),
      await keep(makeTrialSite(both.postgres, name, extendedSpec(world))),
    ] as const
    const pair = pairOf(await keep(sites[0].start()), await keep(sites[1].start()))
    const { schema } = await loadProject(sites[0].folder, {}, {})
    const documents: Documents = new Map()
    const indexOf = new Map(world.types.map((_, index) => [typeName(index), index]))
    const reads = repeatedReads({
      schema,
      names: namesIn(schema),
      pick: choicesOf(seed),
      documents: (type) => documents.get(indexOf.get(type.singularName) ?? -1) ?? ['nobody'],
      sameIds: false,
      headers: [{}],
    })
    const [steps = []] = fc.sample(anySteps(Math.ceil(most / (1 + readsPerWrite))), { seed, numRuns: 1 })
    for (const step of steps) {
      if (isOver(counts)) break
      const { request, made, gone } = requestOf(world, documents, step)
      const found = await pair.send(request)
      counts.requests += 1
      counts.writes += 1
      if (found !== null) {
        counts.findings.push(`schema of seed ${seed}: ${JSON.stringify(world)}\n${found}`)
        return
      }
      made(pair.made())
      if (request.method === 'DELETE') gone()
      await readMany(pair, reads, readsPerWrite, counts)
    }
    await compareAll(pair, world, counts)
  })

/** Finally every entry, with everything populated. */
const compareAll = async (pair: Pair, world: World, counts: Counts): Promise<void> => {
  for (const [index] of world.types.entries()) {
    for (const status of ['draft', 'published']) {
      const path = `${pathOf(index)}?status=${status}&locale=*&populate=*&pagination[pageSize]=1000`
      const found = await pair.send({ method: 'GET', path, alike: 'all' })
      counts.requests += 1
      if (found !== null) counts.findings.push(found)
    }
  }
}
