/** Lists in bodies: how long they may be, and that their cost grows as they do. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type Entry, type Json, openSite, type Site, type SiteSpec } from './site.ts'

const many = (component: string) => ({ type: 'component', component, repeatable: true })

const SPEC: SiteSpec = {
  types: {
    box: {
      draftAndPublish: true,
      attributes: {
        data: { type: 'json' },
        parts: many('part.one'),
        single: { type: 'component', component: 'part.holder' },
        distinct: many('part.distinct'),
        zone: { type: 'dynamiczone', components: ['part.one', 'part.holder'] },
        pictures: { type: 'media', multiple: true },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'boxes' },
        anything: { type: 'relation', relation: 'morphToMany' },
      },
    },
    tag: {
      attributes: {
        name: { type: 'string' },
        boxes: { type: 'relation', relation: 'manyToMany', target: 'api::box.box', mappedBy: 'tags' },
      },
    },
  },
  components: {
    'part.one': { text: { type: 'string' } },
    'part.holder': {
      inner: many('part.one'),
      tags: { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' },
    },
    'part.distinct': { text: { type: 'string', unique: true } },
  },
  // A busy machine may take longer for a thousand items than a request may take otherwise.
  config: { api: { rest: { maxLimit: 1000, defaultLimit: 1000, requestTimeout: 120_000 } } },
}

const list = <T>(length: number, item: (index: number) => T): readonly T[] => Array.from({ length }, (_, i) => item(i))
const part = (index: number) => ({ text: `part ${index}` })

/** Bodies with so many items. */
const FORMS: Readonly<Record<string, (items: number) => Json>> = {
  components: (items) => ({ parts: list(items, part) }),
  'a zone': (items) => ({ zone: list(items, (index) => ({ __component: 'part.one', ...part(index) })) }),
  'a relation': (items) => ({ tags: list(items, (index) => index + 1) }),
  'a relation that is set': (items) => ({ tags: { set: list(items, (index) => ({ id: index + 1 })) } }),
  'a relation that is changed': (items) => ({
    tags: { connect: list(items - 10, (index) => index + 1), disconnect: list(10, (index) => index + 1) },
  }),
  'a relation to any type': (items) => ({
    anything: list(items, (index) => ({ id: index + 1, __type: 'api::tag.tag' })),
  }),
  files: (items) => ({ pictures: list(items, () => 1) }),
  'a component in a component': (items) => ({ single: { inner: list(items, part) } }),
  'several lists, and lists in lists': (items) => ({
    parts: list(100, part),
    tags: [1, 2, 3],
    zone: list(2, () => ({ __component: 'part.holder', tags: [1, 2], inner: list(items / 2 - 60, part) })),
    pictures: [...list(11, () => 1)],
  }),
}

/** Between 1, where the cost is in proportion to the length, and 10, where it is to its square. */
const TOO_MANY_TIMES = 4

/** Milliseconds. */
async function timed(times: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  for (let time = 0; time < times; time += 1) await work()
  return performance.now() - started
}

describe.each(DATABASES)('lists on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, { ...SPEC, files: 1 })
    await site.sql(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000) insert into tags (document_id, name) select 'tag' || i, 'tag ' || i from n`,
    )
  })
  afterAll(() => site?.close())

  it.each(Object.entries(FORMS))('of 1,000 items are taken, of more refused: %s', async (_, body) => {
    expect((await site.ask('POST', '/api/boxs?status=draft', body(1_000))).status).toBe(201)
    const before = await site.sql('select count(*) from boxs')
    const { status, error } = await site.ask('POST', '/api/boxs?status=draft', body(1_002))
    expect({ status, name: error?.name, details: error?.details }).toEqual({
      status: 400,
      name: 'ValidationError',
      details: { limit: 'listItems', maximum: 1_000, source: 'body' },
    })
    expect(error?.message).toContain('1000 items')
    expect(await site.sql('select count(*) from boxs')).toEqual(before)
  })

  it('what a list in JSON has does not count', async () => {
    const { data } = await site.create('/api/boxs?status=draft', { data: list(2_000, part) })
    expect(data).toHaveLength(2_000)
  })

  const make = async (items: number, attribute: string, item: (index: number) => unknown) =>
    site.create(`/api/boxs?status=draft&populate=${attribute}`, { [attribute]: list(items, item) })

  const CHANGES: Readonly<Record<string, (items: number) => Promise<() => Promise<unknown>>>> = {
    'components that stay': async (items) => {
      const box = await make(items, 'parts', part)
      const parts = (box.parts as readonly Entry[]).map(({ id }) => ({ id, text: `changed ${id}` }))
      return () => site.update(`/api/boxs/${box.documentId}?status=draft`, { parts })
    },
    'values that must be unique': async (items) => {
      const own = (index: number) => ({ text: `${index} of ${items}` })
      const { documentId } = await make(1, 'distinct', own)
      return () => site.update(`/api/boxs/${documentId}?status=draft`, { distinct: list(items, own) })
    },
    relations: async (items) => {
      const { documentId } = await make(1, 'tags', () => 1)
      const tags = [list(items, (index) => index + 1), [1]]
      return async () => {
        for (const set of tags) await site.update(`/api/boxs/${documentId}?status=draft`, { tags: { set } })
      }
    },
  }

  it.each(Object.entries(CHANGES))('ten times as long take some ten times as long: %s', async (_, prepare) => {
    const [few, lots] = [await prepare(100), await prepare(1_000)]
    await few()
    let [short, long] = [Infinity, Infinity]
    // Ten short ones in a row take as long as a long one, so that a busy machine delays both alike; the best of each counts.
    for (let round = 0; round < 10 && !(long / short < TOO_MANY_TIMES); round += 1) {
      short = Math.min(short, await timed(10, few))
      long = Math.min(long, await timed(1, lots))
    }
    expect(long / short).toBeLessThan(TOO_MANY_TIMES)
  })
})

describe.each(DATABASES)('longer lists, where the project allows them, on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    const rest = { limits: { listItems: 50_000 }, requestTimeout: 120_000 }
    site = await openSite(kind, { ...SPEC, config: { api: { rest } } })
  })
  afterAll(() => site?.close())

  it('may name more entries than a statement may have values', async () => {
    const { status, error } = await site.ask('POST', '/api/boxs?status=draft', {
      tags: list(40_000, (index) => index + 1),
    })
    expect(status).toBe(400)
    expect(error?.message).toBe('40000 relation(s) of type api::tag.tag associated with this entity do not exist')
  })
})
