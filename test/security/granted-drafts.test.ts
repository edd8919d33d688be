/**
 * With `rest.drafts: 'granted'`, drafts of a type do not exist for callers without `findDrafts` on it: a request for
 * them is forbidden, and no request through a relation reveals anything about them.
 */

import type Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { PUBLICATION_FILTERS } from '../../src/parse/parsed-query.ts'
import { loadProject, type Project } from '../../src/project/load-project.ts'
import { DATABASES, type DatabaseKind } from '../support/databases.ts'
import { ask, CALLERS, copyDatabase, copyProject, differences, open, placedOn, removeCopies, some } from './copies.ts'
import { changeDrafts, draftProbes, leadsToDrafts, linkToDrafts } from './draft-probes.ts'
import { rootsOf, urlOf, waysFrom } from './probes.ts'

const GRANTED: ReadonlySet<string> = new Set(['api::author.author', 'api::press-release.press-release'])

let project: Project
let lectern: Lectern
let changed: Lectern

async function openBoth(kind: DatabaseKind): Promise<void> {
  const folder = copyProject(() => undefined, { 'config/api.js': `module.exports = { rest: { drafts: 'granted' } }` })
  project = await loadProject(folder, {}, {})
  const file = copyDatabase((copy) => {
    linkToDrafts(copy)
    const types = rootsOf(project.schema).map(({ uid }) => uid)
    allowUser(copy, [...types.map((uid) => `${uid}.find`), ...[...GRANTED].map((uid) => `${uid}.findDrafts`)])
  })
  lectern = await open({ project: folder, database: await placedOn(kind, file) })
  const other = copyDatabase((copy) => {
    const isHidden = (uid: string) => !GRANTED.has(uid)
    changeDrafts(copy, project, isHidden)
    dropSomeDrafts(copy, isHidden)
  }, file)
  changed = await open({ project: folder, database: await placedOn(kind, other) })
}

/** The role of the user with the id 1. */
function allowUser(database: Sqlite.Database, actions: readonly string[]): void {
  for (const action of actions) {
    const { lastInsertRowid } = database.prepare('insert into up_permissions (action) values (?)').run(action)
    database
      .prepare(
        'insert into up_permissions_role_lnk (permission_id, role_id) select ?, role_id from up_users_role_lnk where user_id = 1',
      )
      .run(lastInsertRowid)
  }
}

/** Every third draft is deleted, and the others are newer than the published versions. */
function dropSomeDrafts(database: Sqlite.Database, isHidden: (uid: string) => boolean): void {
  for (const { uid, draftAndPublish } of rootsOf(project.schema)) {
    const table = project.tables.get(uid)?.table
    if (table === undefined || !draftAndPublish || !isHidden(uid)) continue
    database.exec(`update "${table}" set updated_at = updated_at + 1000000 where published_at is null`)
    database.exec(`delete from "${table}" where published_at is null and id % 3 = 0`)
  }
}

describe.each(DATABASES)('on %s', (kind) => {
  beforeAll(() => openBoth(kind))
  afterAll(async () => {
    await lectern.close()
    await changed.close()
    await removeCopies()
  })

  const isForbidden = (type: { readonly uid: string; readonly draftAndPublish: boolean }) =>
    type.draftAndPublish && !GRANTED.has(type.uid)

  it('drafts without the permission do not affect responses, along any path of two relations', async () => {
    const ways = waysFrom(project.schema, 2).filter(
      (way) => way.steps.length > 0 && leadsToDrafts(way) && !isForbidden(way.root),
    )
    const urls = ways.flatMap(draftProbes)
    console.log(`${urls.length} requests along ${ways.length} ways`)
    expect(urls.length).toBeGreaterThan(500)
    // Each path has requests of ten kinds in a row, so every seventh request covers all paths and kinds.
    const asked = some(
      kind,
      urls.filter((_, index) => index % 7 === 0),
    ).map((url) => `${url}&status=draft`)
    expect(await differences([lectern, changed], asked, ['user'])).toEqual([])
  })

  it('publication filters do not reveal them either', async () => {
    const roots = rootsOf(project.schema).filter((type) => !isForbidden(type))
    const urls = roots.flatMap((type) =>
      PUBLICATION_FILTERS.flatMap((filter) =>
        ['draft', 'published'].flatMap((status) => [
          `${urlOf(type)}?populate=*&publicationFilter=${filter}&status=${status}`,
          `${urlOf(type)}?populate=*&hasPublishedVersion=true&status=${status}`,
        ]),
      ),
    )
    expect(await differences([lectern, changed], urls, ['user'])).toEqual([])
  })

  it('requests for them get the error of a forbidden action, whatever else they contain', async () => {
    const forbidden =
      '403 {"data":null,"error":{"status":403,"name":"ForbiddenError","message":"Forbidden","details":{}}}'
    const roots = rootsOf(project.schema).filter(isForbidden)
    expect(roots.length).toBeGreaterThan(1)
    for (const type of roots) {
      const queries = [
        'status=draft',
        'status=draft&fields=nothing',
        'status=draft&populate=*&pagination[pageSize]=1',
        'publicationFilter=modified',
        'hasPublishedVersion=true',
        'status=published&publicationFilter=published-with-draft',
      ]
      const paths = [urlOf(type), `${urlOf(type)}/nothing`].slice(0, type.kind === 'singleType' ? 1 : 2)
      for (const path of paths) {
        for (const query of queries) {
          for (const caller of ['user', 'read-only', 'public'] as const) {
            expect(await ask(lectern, `${path}?${query}`, caller), `${caller} ${path}?${query}`).toBe(forbidden)
          }
        }
      }
    }
  })

  it('were changed, and are shown to callers with the permission', async () => {
    for (const url of ['/api/articles?status=draft', '/api/categories?populate=articles&status=draft']) {
      const [before, after] = [await ask(lectern, url, 'full-access'), await ask(changed, url, 'full-access')]
      expect(before).toMatch(/^200 /)
      expect(after).not.toBe(before)
    }
    const granted = await ask(lectern, '/api/authors?status=draft&fields=name', 'user')
    expect(granted).toBe(await ask(lectern, '/api/authors?status=draft&fields=name', 'full-access'))
    expect(granted).not.toBe(await ask(lectern, '/api/authors?fields=name', 'user'))
  })

  it('a cached response for one caller is not sent to another', async () => {
    const url = '/api/categories?populate[articles][fields]=title&status=draft&pagination[pageSize]=5'
    const answers = new Map<string, Set<string>>()
    for (let round = 0; round < 3; round += 1) {
      for (const caller of ['full-access', 'user', 'read-only'] as const) {
        answers.set(caller, (answers.get(caller) ?? new Set()).add(await ask(lectern, url, caller)))
      }
    }
    expect([...answers.values()].map(({ size }) => size)).toEqual([1, 1, 1])
    expect(answers.get('user')).not.toEqual(answers.get('full-access'))
    expect(answers.get('user')).toEqual(answers.get('read-only'))
    const published = await ask(lectern, url.replace('&status=draft', ''), 'full-access')
    expect([...(answers.get('user') ?? [])]).toEqual([published])
  })

  it('files do not show the entries that they belong to', async () => {
    const urls = ['/api/upload/files?populate=*&status=draft', '/api/upload/files/1?populate=related&status=draft']
    for (const url of urls) {
      const { status } = await lectern.fetch(url, { headers: CALLERS['read-only'] })
      expect(status).toBe(200)
    }
    expect(await differences([lectern, changed], urls, ['read-only'])).toEqual([])
  })
})
