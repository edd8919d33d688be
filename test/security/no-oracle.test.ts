/**
 * Hidden data must not affect responses at all; leaving it out of them is not enough. A filter on a private field would
 * reveal its value, one bit a request, although no response shows it.
 */

import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { loadProject, type Project } from '../../src/project/load-project.ts'
import { DATABASES, type DatabaseKind } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { changeHidden, withCreators } from './changed-data.ts'
import { ask, copyDatabase, differences, EVERY, open, placedOn, removeCopies, some } from './copies.ts'
import { guardedProject, projectWithoutTheGuarded, SYSTEM } from './guarded-project.ts'
import { plainRequests } from './plain-requests.ts'
import {
  chosenWays,
  fewOf,
  type HiddenName,
  hardlyAnyOf,
  hiddenNames,
  mostOf,
  partOf,
  probesOf,
  rootsOf,
  urlOf,
  type Way,
} from './probes.ts'

let project: Project
let guarded: Lectern
let without: Lectern
let changed: Lectern
let hidden: readonly HiddenName[]
let ways: ReadonlyMap<string, readonly Way[]>

async function openAll(kind: DatabaseKind): Promise<void> {
  const folder = guardedProject()
  const file = copyDatabase(withCreators)
  const database = await placedOn(kind, file)
  project = await loadProject(folder, {}, {})
  guarded = await open({ project: folder, database })
  without = await open({ project: projectWithoutTheGuarded(), database })
  const other = copyDatabase((copy) => changeHidden(copy, project), file)
  changed = await open({ project: folder, database: await placedOn(kind, other) })
  hidden = hiddenNames(project.schema)
  ways = chosenWays(project.schema, 3, 1)
}

async function closeAll(): Promise<void> {
  for (const server of [guarded, without, changed]) await server?.close()
  await removeCopies()
}

const stored = new Map<HiddenName, string>()

function storedValue(name: HiddenName): string {
  const value = stored.get(name) ?? readStoredValue(name)
  stored.set(name, value)
  return value
}

/** A text that the hidden column of some row contains, so that a leak would show. */
function readStoredValue({ model, attribute }: HiddenName): string {
  const table = project.tables.get(model.uid)
  const column = table?.columns.get(attribute.name)
  if (table === undefined || column === undefined) return '1'
  const database = new Sqlite(fixture('magazine.sqlite'), { readonly: true })
  const value = database
    .prepare(`select "${column}" from "${table.table}" where "${column}" is not null limit 1`)
    .pluck()
    .get()
  database.close()
  return value === undefined ? '1' : String(value).slice(0, 12)
}

/** Most forms along the shortest path, and some of them along the other paths. */
function probesFor(name: HiddenName, position: number): readonly string[] {
  const value = storedValue(name)
  const probes = (ways.get(name.model.uid) ?? []).flatMap((way, index) =>
    probesOf(way, name.attribute.name, value, index === 0 ? mostOf(position) : fewOf(position + index)),
  )
  return distinct(probes)
}

/** At the root, an attribute alone and an attribute at the end of a path have the same notation. */
const distinct = (urls: readonly string[]) => [...new Set(urls)]

describe.each(DATABASES)('on %s', (kind) => {
  beforeAll(() => openAll(kind))
  afterAll(closeAll)

  describe('hidden attributes', () => {
    it('exist in the fixture, of every kind and in every place', () => {
      const named = hidden.map(({ model, attribute }) => `${model.uid}.${attribute.name} ${attribute.kind}`)
      expect(named).toEqual(
        expect.arrayContaining([
          'api::article.article.accessCode scalar',
          'api::article.article.internalNotes scalar',
          'api::article.article.contactEmail scalar',
          'api::article.article.privateReviewer relation',
          'api::article.article.cover media',
          'api::author.author.address component',
          'api::press-release.press-release.body dynamiczone',
          'api::comment.comment.mentions morphTo',
          'api::tag.tag.createdAt scalar',
          'shared.seo.metaDescription scalar',
          'shared.seo.social component',
          'blocks.quote.text scalar',
          'blocks.hero.cta component',
          'plugin::users-permissions.user.resetPasswordToken scalar',
          'admin::user.password scalar',
          'plugin::upload.file.folderPath scalar',
        ]),
      )
      const reached = hidden.filter(({ model }) => (ways.get(model.uid) ?? []).length > 0)
      expect(reached.length).toBeGreaterThan(60)
    })

    it('are refused as unknown names, in every parameter and with every operator', async () => {
      const removable = hidden.filter(({ model, attribute }) => isRemovable(model.uid, attribute.name))
      const urls = removable.flatMap(probesFor)
      console.log(`${urls.length} probes of ${removable.length} removable attributes`)
      expect(urls.length).toBeGreaterThan(5_000)
      const accepted: string[] = []
      const look = (url: string, answer: string) => {
        if (!answer.startsWith('400 ')) accepted.push(`${url} ${answer.slice(0, 200)}`)
      }
      expect(await differences([guarded, without], some(kind, urls), ['full-access'], look)).toEqual([])
      expect(accepted).toEqual([])
    })

    it('are refused as unknown names, also where every type has the attribute', async () => {
      const fixed = hidden.filter(({ model, attribute }) => !isRemovable(model.uid, attribute.name))
      const failures: string[] = []
      let probed = 0
      const compare = async (url: string, own: string) => {
        const unknown = 'q'.repeat(own.length)
        const urls = [url, replaceLast(url, own, unknown)]
        const [answer = '', ofUnknown = ''] = await Promise.all(urls.map((one) => ask(guarded, one, 'full-access')))
        probed += 1
        const isAlike = answer === ofUnknown.replaceAll(unknown, own)
        if (!isAlike || !answer.startsWith('400 ')) failures.push(`${url}\n${answer}\n${ofUnknown}`)
      }
      for (const [position, name] of fixed.entries()) {
        const own = name.attribute.name
        // Not a path that ends in the same name: the error would name both.
        const way = ways.get(name.model.uid)?.find(({ steps }) => steps.at(-1)?.name !== own)
        if (way === undefined) continue
        const urls = some(kind, distinct(probesOf(way, own, storedValue(name), partOf(position))))
        await Promise.all(urls.map((url) => compare(url, own)))
      }
      console.log(`${probed} probes of ${fixed.length} attributes that every type has`)
      expect(failures).toEqual([])
      expect(probed).toBeGreaterThan(1_000 / EVERY[kind])
    })

    it('are not suggested for misspelt names', async () => {
      const nearly = (name: string) => [name.slice(0, -1), `${name}s`, `${name[0]}${name}`, name.toUpperCase()]
      const urls = hidden.flatMap((name) => {
        const way = ways.get(name.model.uid)?.[0]
        return way === undefined
          ? []
          : nearly(name.attribute.name).flatMap((text, variant) =>
              probesOf(way, text, '1', mostOf(0))
                .slice(-20)
                .filter((_, index) => index % 4 === variant),
            )
      })
      expect(await differences([guarded, without], some(kind, urls), ['full-access'])).toEqual([])
      const answers = await Promise.all(
        ['createdB', 'updatedB'].map((text) => ask(guarded, `/api/articles?sort=${text}`)),
      )
      for (const answer of answers) expect(answer).not.toMatch(/createdBy|updatedBy/)
    })
  })

  describe('hidden data', () => {
    it('does not affect responses to requests that name it', async () => {
      // These are refused before any data is read, so a few are enough.
      const urls = hidden.flatMap((name, position) => {
        const way = ways.get(name.model.uid)?.at(-1)
        return way === undefined ? [] : probesOf(way, name.attribute.name, storedValue(name), hardlyAnyOf(position))
      })
      expect(await differences([guarded, changed], some(kind, distinct(urls)), ['full-access'])).toEqual([])
    })

    it('does not affect responses to other requests', async () => {
      const urls = plainRequests(project.schema)
      console.log(`${urls.length} plain requests`)
      expect(await differences([guarded, changed], some(kind, urls), ['full-access'])).toEqual([])
      const ofPublic = urls.filter((_, index) => index % 3 === 0)
      expect(await differences([guarded, changed], some(kind, ofPublic), ['public'])).toEqual([])
    })

    it('cannot be searched', async () => {
      const texts = [...new Set(hidden.map(storedValue))].filter((text) => text.length > 2)
      expect(texts.length).toBeGreaterThan(10)
      const urls = rootsOf(project.schema).flatMap((type) =>
        texts.map((text) => `${urlOf(type)}?fields=id&_q=${encodeURIComponent(text)}`),
      )
      expect(await differences([guarded, changed, without], some(kind, urls), ['public', 'full-access'])).toEqual([])
    })

    it('differs enough to be noticed', async () => {
      const url = '/api/articles?fields=impressions&populate[categories][fields]=updatedAt&populate[cover]=true'
      const copies = [copyDatabase(() => undefined), copyDatabase((copy) => changeHidden(copy, project))]
      const answers = await Promise.all(
        copies.map(async (database) => {
          const server = await open({ database: await placedOn(kind, database) })
          const answer = await ask(server, url)
          await server.close()
          return answer
        }),
      )
      expect(answers.map((answer) => answer.slice(0, 4))).toEqual(['200 ', '200 '])
      expect(new Set(answers).size).toBe(2)
    })
  })
})

function isRemovable(uid: string, name: string): boolean {
  const built = uid.startsWith('plugin::') || uid.startsWith('admin::')
  return !SYSTEM.has(name) && (!built || uid === 'plugin::users-permissions.user')
}

/** Matches the name itself, and not the same letters in the path to it or in a value. */
function replaceLast(url: string, name: string, by: string): string {
  return url
    .split('&')
    .map((part) => {
      const pattern = new RegExp(`(^|[?=.,[-])${name}(?=$|[\\]&=:,])`, 'g')
      const places = [...part.matchAll(pattern)]
      const last = places.at(-1)
      if (last === undefined) return part
      const start = last.index + (last[1] ?? '').length
      return `${part.slice(0, start)}${by}${part.slice(start + name.length)}`
    })
    .join('&')
}
