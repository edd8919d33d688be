/** Random writes to random schemas, held against a model in memory after every one of them. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listingsOf, shownByModel, shownByServer } from './compare.ts'
import { Model } from './model.ts'
import { leftIn, orphansIn } from './orphans.ts'
import { anyWorld, pathOf, specOf, type World } from './random-schema.ts'
import { anySteps, bodyOf, dataOf, type Step } from './random-steps.ts'
import { DATABASES, openSite, type Site } from './site.ts'

const SEED = Number(process.env.WRITES_SEED ?? 20_261_116)
const STEPS = 12
const RUNS = { SQLite: Number(process.env.WRITES_RUNS ?? 60), PostgreSQL: Number(process.env.WRITES_RUNS ?? 15) }

const MOST_DOCUMENTS = 2

const STATUS = { create: 201, update: 200, publish: 200, unpublish: 200, discard: 200, delete: 204 } as const

/** Does the step in both; gives what was asked, for messages. */
async function perform(site: Site, model: Model, step: Step): Promise<string> {
  const type = step.type % model.world.types.length
  const documents = model.documents(type)
  const document = documents[step.document % Math.max(1, documents.length)]
  // Few documents, that much happens to.
  const wanted = step.kind === 'create' && documents.length >= MOST_DOCUMENTS ? 'update' : step.kind
  const kind = document === undefined ? 'create' : wanted
  const path = `${pathOf(type)}${kind === 'create' ? '' : `/${document}`}`
  // A deletion takes all versions: it is asked for without a status.
  const status = step.draft && kind !== 'delete' ? '&status=draft' : ''
  const query = `?locale=${kind === 'delete' && step.everyLocale ? '*' : step.locale}${status}`
  const data = dataOf(model, type, step.data)
  const publish = !step.draft
  if (kind === 'create' || kind === 'update') {
    const method = kind === 'create' ? 'POST' : 'PUT'
    const answer = await site.ask(method, `${path}${query}`, bodyOf(data))
    const made = answer.data === null ? 'refused' : String((answer.data as { documentId: unknown }).documentId)
    const refused = model.attempt(() =>
      kind === 'create'
        ? model.create(type, made, step.locale, data, publish)
        : model.update(type, document ?? '', step.locale, data, publish),
    )
    const asked = `${method} ${path}${query} ${JSON.stringify(bodyOf(data))}`
    expect([answer.status, answer.error?.message], asked).toEqual([refused ?? STATUS[kind], answer.error?.message])
    return asked
  }
  const asked = kind === 'delete' ? `${path}${query}` : `${path}/actions/${kind}?locale=${step.locale}`
  const answer = await site.ask(kind === 'delete' ? 'DELETE' : 'POST', asked)
  const refused = model.attempt(() => {
    if (kind === 'delete') model.delete(type, document ?? '', step.everyLocale ? null : step.locale)
    else model[kind](type, document ?? '', step.locale)
  })
  expect(answer.status, asked).toBe(refused ?? STATUS[kind])
  return asked
}

async function compare(site: Site, model: Model, done: readonly string[]): Promise<void> {
  for (const listing of listingsOf(model)) {
    const message = `${JSON.stringify(listing)} after\n${done.join('\n')}`
    expect(await shownByServer(site, model, listing), message).toEqual(shownByModel(model, listing))
  }
}

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
