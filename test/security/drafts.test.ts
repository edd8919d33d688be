/** With status=published, no filter, sort or relation may reveal anything about drafts. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { loadProject, type Project } from '../../src/project/load-project.ts'
import type { ContentType } from '../../src/schema/schema.ts'
import { DATABASES, type DatabaseKind } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { ask, copyDatabase, differences, open, placedOn, removeCopies, some } from './copies.ts'
import { changeDrafts, draftProbes, leadsToDrafts, linkToDrafts } from './draft-probes.ts'
import { modelsOf, rootsOf, urlOf, waysFrom } from './probes.ts'

let project: Project
let lectern: Lectern
let changed: Lectern

async function openBoth(kind: DatabaseKind): Promise<void> {
  project = await loadProject(fixture('magazine'), {}, {})
  const database = copyDatabase(linkToDrafts)
  lectern = await open({ database: await placedOn(kind, database) })
  const other = copyDatabase((copy) => changeDrafts(copy, project), database)
  changed = await open({ database: await placedOn(kind, other) })
}

describe.each(DATABASES)('drafts on %s', (kind) => {
  beforeAll(() => openBoth(kind))
  afterAll(async () => {
    await lectern.close()
    await changed.close()
    await removeCopies()
  })

  it('do not affect requests for published entries, along any path of two relations', async () => {
    const ways = waysFrom(project.schema, 2).filter((way) => way.steps.length > 0 && leadsToDrafts(way))
    const urls = ways.flatMap(draftProbes)
    console.log(`${urls.length} requests along ${ways.length} ways`)
    expect(ways.some(({ root }) => !root.draftAndPublish)).toBe(true)
    expect(await differences([lectern, changed], some(kind, urls), ['full-access'])).toEqual([])
  })

  it('cannot be searched, counted or read', async () => {
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

  it('cannot be read by id, and cannot be distinguished from entries that do not exist', async () => {
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

  it('are not returned for an unknown status', async () => {
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

  it('were changed, and status=draft shows them', async () => {
    const url = '/api/articles?status=draft&fields=title'
    expect(await ask(changed, url)).not.toBe(await ask(lectern, url))
    expect(modelsOf(project.schema).length).toBeGreaterThan(10)
  })
})
