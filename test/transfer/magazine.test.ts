/** The recorded project's archive, imported into each database: the recorded requests are answered as before. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportProject, type Imported, importProject, type Lectern, openProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { contentsOf } from './contents.ts'
import { addRecordedTokens, magazinePlace, type Place } from './places.ts'

interface Recorded {
  readonly status: number
  readonly body?: unknown
}

interface Case extends Partial<Recorded> {
  readonly path: string
  readonly as?: 'read-only' | 'full-access' | 'user'
  readonly headers?: Readonly<Record<string, string>>
  readonly sqlite?: Recorded
  readonly postgres?: Recorded
}

const ARCHIVE = fixture('export/magazine-export.tar.gz')
const tokens = JSON.parse(readFileSync(fixture('tokens.json'), 'utf8')) as Record<string, string>
// Outside production, errors name extensions that are off.
const env = { TZ: 'UTC', NODE_ENV: 'production' }

const cases = readdirSync(fixture('cases')).flatMap((file) =>
  readFileSync(fixture(`cases/${file}`), 'utf8')
    .trim()
    .split('\n')
    .map((line, index) => ({ name: `${file} ${index}`, recorded: JSON.parse(line) as Case })),
)

function headersOf({ as, headers }: Case): Readonly<Record<string, string>> {
  if (as === undefined) return { ...headers }
  const bearer = as === 'user' ? createSigner({ key: 'jwtsecret' })({ id: 1 }) : tokens[as]
  return { ...headers, authorization: `Bearer ${bearer}` }
}

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

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  let place: Place
  let imported: Imported
  let lectern: Lectern

  beforeAll(async () => {
    place = await magazinePlace(kind)
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

  it.each(cases)('answers as recorded: $name', async ({ recorded }) => {
    const expected = recorded[kind] ?? recorded
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

    const again = await magazinePlace(kind)
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
