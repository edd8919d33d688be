/** The recorded project's archive, imported into each database: the recorded requests are answered as before. */

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportProject, type Imported, importProject, type Lectern, openProject } from '../../src/index.ts'
import { CLIENTS, DATABASES } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { headersOf, recordedRequests, responseOn } from '../support/recorded-requests.ts'
import { contentsOf } from './contents.ts'
import { addRecordedTokens, magazinePlace, type Place } from './places.ts'

const ARCHIVE = fixture('export/magazine-export.tar.gz')
// Outside production, errors name extensions that are off.
const env = { TZ: 'UTC', NODE_ENV: 'production' }

const cases = recordedRequests().map((recorded) => ({ path: recorded.path, recorded }))

/** Components have an identifier of their own in databases that Lectern made; it is not in the recordings. */
function withoutComponentIds(value: unknown, expected: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => withoutComponentIds(item, Array.isArray(expected) ? expected[index] : undefined))
  }
  if (typeof value !== 'object' || value === null) return value
  const like = (typeof expected === 'object' && expected !== null ? expected : {}) as Record<string, unknown>
  const kept = Object.entries(value).filter(([key]) => key !== 'documentId' || key in like)
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutComponentIds(inner, like[key])]))
}

describe.each(DATABASES)('on %s', (kind) => {
  let place: Place
  let imported: Imported
  let lectern: Lectern

  beforeAll(async () => {
    place = await magazinePlace(CLIENTS[kind])
    imported = await importProject({ project: place.folder, database: place.database, env, archive: ARCHIVE })
    await addRecordedTokens(place)
    lectern = await openProject({ project: place.folder, database: place.database, profile: 'strapi', env })
  })

  afterAll(async () => {
    await lectern?.close()
    await place?.remove()
  })

  it('imports everything', () => {
    expect(imported.entries.get('api::article.article')).toBe(244)
    expect([...imported.entries.values()].reduce((sum, count) => sum + count, 0)).toBe(855)
    expect(imported).toMatchObject({ components: 1356, links: 4168, files: 0, settings: 49 })
    expect(imported).toMatchObject({ danglingLinks: 0, leftSettings: 0, leftOut: [] })
  })

  it.each(cases)('answers as recorded: $path', async ({ recorded }) => {
    const expected = responseOn(CLIENTS[kind], recorded)
    const response = await lectern.fetch(recorded.path, { headers: headersOf(recorded) })
    const body = await response.json()
    if (expected.body !== undefined) {
      expect(withoutComponentIds(body, expected.body), recorded.path).toEqual(expected.body)
    }
    expect(response.status, recorded.path).toBe(expected.status)
  })

  it('goes on with ids above the imported ones', async () => {
    await place.sql(`insert into tags (label) values ('one more')`)
    const [[id, highest] = []] = await place.sql(
      `select id, (select max(id) from tags) from tags where label = 'one more'`,
    )
    expect(Number(id)).toBeGreaterThan(30)
    expect(id).toEqual(highest)
    await place.sql(`delete from tags where label = 'one more'`)
  })

  it('takes no second import', async () => {
    const again = importProject({ project: place.folder, database: place.database, env, archive: ARCHIVE })
    await expect(again).rejects.toThrow('The database already has content (20 of plugin::upload.file, ')
  })

  it('exports the same, and that imports to the same', async () => {
    const first = join(place.folder, 'first.tar')
    await exportProject({ project: place.folder, database: place.database, env, archive: first })
    const original = await contentsOf(ARCHIVE)
    const exported = await contentsOf(first)
    expect(exported.entities).toEqual(original.entities)
    expect(exported.links).toEqual(original.links)
    expect(exported.settings).toEqual(original.settings)
    const own = original.schemas.filter((uid) => !/^(admin::|plugin::(content-releases|review-workflows))/.test(uid))
    expect(exported.schemas).toEqual(own)

    const again = await magazinePlace(CLIENTS[kind])
    try {
      await importProject({ project: again.folder, database: again.database, env, archive: first })
      const second = join(again.folder, 'second.tar.gz')
      await exportProject({ project: again.folder, database: again.database, env, archive: second })
      expect(await contentsOf(second)).toEqual(exported)
    } finally {
      await again.remove()
    }
  })
})

describe('a database that Strapi made', () => {
  it('exports to what Strapi exported', async () => {
    const place = await magazinePlace('sqlite')
    try {
      const archive = join(place.folder, 'export.tar.gz')
      await exportProject({ project: place.folder, database: fixture('magazine.sqlite'), env, archive })
      const [ours, theirs] = [await contentsOf(archive), await contentsOf(ARCHIVE)]
      expect(ours.entities).toEqual(theirs.entities)
      expect(ours.links).toEqual(theirs.links)
    } finally {
      await place.remove()
    }
  })
})
