/** A random write, done by the server and by the model, and what both have then. */

import { expect } from 'vitest'
import { listingsOf, shownByModel, shownByServer } from './compare.ts'
import type { Model } from './model.ts'
import { pathOf } from './random-schema.ts'
import { bodyOf, dataOf, type Step } from './random-steps.ts'
import type { Site } from './site.ts'

const MOST_DOCUMENTS = 2

const STATUS = { create: 201, update: 200, publish: 200, unpublish: 200, discard: 200, delete: 204 } as const

/** Does the step in both; gives what was asked, for messages. */
export async function perform(site: Site, model: Model, step: Step): Promise<string> {
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

export async function compare(site: Site, model: Model, done: readonly string[]): Promise<void> {
  for (const listing of listingsOf(model)) {
    const message = `${JSON.stringify(listing)} after\n${done.join('\n')}`
    expect(await shownByServer(site, model, listing), message).toEqual(shownByModel(model, listing))
  }
}
