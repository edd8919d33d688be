/** Drafts are nobody's business with status=published: no filter, no sort, no relation may tell anything about them. */

import type Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { loadProject, type Project } from '../../src/project/load-project.ts'
import type { Attribute, ContentType, Model } from '../../src/schema/schema.ts'
import { fixture } from '../support/fixture.ts'
import {
  ask,
  copyDatabase,
  DATABASES,
  type DatabaseKind,
  differences,
  open,
  placedOn,
  removeCopies,
  some,
} from './copies.ts'
import { endOf, modelsOf, populateBrackets, rootsOf, urlOf, type Way, waysFrom } from './probes.ts'

let project: Project
let lectern: Lectern
let changed: Lectern

async function openBoth(kind: DatabaseKind): Promise<void> {
  project = await loadProject(fixture('magazine'), {}, {})
  // Something of every type must lead to drafts, or there would be nothing to leak.
  const database = copyDatabase((copy) => {
    copy.exec(`update comments set target_type = 'api::article.article', target_id = id where id % 2 = 0`)
    copy.exec(
      `insert into comments_mentions_mph (comment_id, mentions_id, mentions_type, "order") select id, id, 'api::article.article', 9 from comments`,
    )
    copy.exec(
      'insert or ignore into articles_tags_lnk (article_id, tag_id) select id, 1 + id % 30 from articles where published_at is null',
    )
  })
  lectern = await open({ database: await placedOn(kind, database) })
  const other = copyDatabase((copy) => changeDrafts(copy, project), database)
  changed = await open({ database: await placedOn(kind, other) })
}

/** Other texts and numbers in every draft row, and in the components of every draft row. */
function changeDrafts(database: Sqlite.Database, { schema, tables }: Project): void {
  const draft = [...schema.contentTypes.values()].filter(({ draftAndPublish }) => draftAndPublish)
  for (const type of draft) {
    const table = tables.get(type.uid)
    if (table === undefined) continue
    const texts = scalars(type).filter(({ type: kind }) =>
      ['string', 'text', 'richtext', 'uid', 'integer'].includes(kind),
    )
    for (const { name, type: kind } of texts) {
      const column = table.columns.get(name)
      if (name !== 'documentId' && name !== 'locale' && column !== undefined) {
        const value = kind === 'integer' ? '9000 - id' : `'draft' || (9000 - id)`
        database.exec(`update "${table.table}" set "${column}" = ${value} where published_at is null`)
      }
    }
  }
}

function scalars(model: Model) {
  return [...model.attributes.values()].filter(
    (attribute): attribute is Extract<Attribute, { kind: 'scalar' }> =>
      attribute.kind === 'scalar' && !attribute.hidden,
  )
}

function probesOf(way: Way): readonly string[] {
  const url = urlOf(way.root)
  const names = way.steps.map(({ name }) => name)
  const at = names.map((name) => `[${name}]`).join('')
  const texts = scalars(endOf(way)).filter(({ type }) => ['string', 'text', 'integer'].includes(type))
  const populate = `${url}?populate${populateBrackets(way.steps)}`
  const shown = [`${populate}[fields][0]=id`, `${populate}[populate]=*`, `${populate}[filters][id][$notNull]=true`]
  if (way.steps.some(({ on }) => on !== null)) return shown
  return [
    ...shown,
    ...texts
      .slice(0, 2)
      .flatMap(({ name }) => [
        `${url}?filters${at}[${name}][$startsWith]=draft`,
        `${url}?filters${at}[${name}][$notContains]=draft`,
        `${url}?filters${at}[${name}][$null]=true`,
        `${url}?filters[$not]${at}[${name}][$contains]=draft`,
        `${url}?sort=${[...names, name].join('.')}`,
        `${url}?sort=${[...names, name].join('.')}:desc`,
        `${populate}[filters][${name}][$contains]=draft`,
        `${populate}[sort]=${name}`,
      ]),
  ].map((probe) => `${probe}&pagination[pageSize]=10`)
}

function leadsToDrafts({ root, steps }: Way): boolean {
  const hasDrafts = (model: Model) => model.kind !== 'component' && model.draftAndPublish
  return [root, ...steps.map(({ target }) => target)].some(hasDrafts)
}

describe.each(DATABASES)('drafts on %s', (kind) => {
  beforeAll(() => openBoth(kind))
  afterAll(async () => {
    await lectern.close()
    await changed.close()
    await removeCopies()
  })

  it('tell nothing to a request for what is published, along any way of two hops', async () => {
    const ways = waysFrom(project.schema, 2).filter((way) => way.steps.length > 0 && leadsToDrafts(way))
    const urls = ways.flatMap(probesOf)
    console.log(`${urls.length} requests along ${ways.length} ways`)
    expect(ways.some(({ root }) => !root.draftAndPublish)).toBe(true)
    expect(await differences([lectern, changed], some(kind, urls), ['full-access'])).toEqual([])
  })

  it('cannot be searched, counted or opened', async () => {
    const urls = rootsOf(project.schema).flatMap((type: ContentType) => {
      const url = urlOf(type)
      return [
        `${url}?_q=draft`,
        `${url}?_q=harbor`,
        `${url}?filters[publishedAt][$null]=true`,
        `${url}?pagination[pageSize]=1`,
      ]
    })
    expect(await differences([lectern, changed], urls, ['public', 'full-access'])).toEqual([])
  })

  it('cannot be opened by id, and are told from nothing by nothing', async () => {
    const idsOf = async (query: string) => {
      const { data } = JSON.parse(
        (await ask(lectern, `/api/articles?fields=id&pagination[pageSize]=100&${query}`)).slice(4),
      )
      return (data as readonly { readonly documentId: string }[]).map(({ documentId }) => documentId)
    }
    const published = await idsOf('status=published')
    const unpublished = (await idsOf('status=draft')).filter((id) => !published.includes(id))
    expect(unpublished.length).toBeGreaterThan(5)
    const unknown = await ask(lectern, '/api/articles/zzzzzzzzzzzzzzzzzzzzzzzz')
    for (const id of unpublished) expect(await ask(lectern, `/api/articles/${id}`)).toBe(unknown)
  })

  it('are not to be had by a status that does not exist', async () => {
    const bogus = ['DRAFT', 'Draft', 'anything', '', 'draft,published', 'null', '*', 'preview', 'draft ']
    for (const status of bogus)
      expect(await ask(lectern, `/api/articles?status=${encodeURIComponent(status)}`), status).toMatch(/^400 /)
    for (const form of ['status[]=draft', 'status[0]=draft', 'status[$eq]=draft', 'status=published&status=draft']) {
      expect(await ask(lectern, `/api/articles?${form}`), form).toMatch(/^400 /)
    }
    const published = await ask(lectern, '/api/articles')
    for (const form of ['publicationState=preview', '_publicationState=preview', 'draft=true', 'preview=true']) {
      expect(await ask(lectern, `/api/articles?${form}`), form).toBe(published)
    }
  })

  it('were changed, and show when asked for', async () => {
    const url = '/api/articles?status=draft&fields=title'
    expect(await ask(changed, url)).not.toBe(await ask(lectern, url))
    expect(modelsOf(project.schema).length).toBeGreaterThan(10)
  })
})
