/** Searched types: hidden attributes are not found, do not affect scores, and their names are unknown. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, migrateProject } from '../../src/index.ts'
import { loadProject, type Project } from '../../src/project/load-project.ts'
import { DATABASES, type DatabaseKind } from '../support/databases.ts'
import { changeHidden, withCreators } from './changed-data.ts'
import { ask, copyDatabase, differences, open, placedOn, removeCopies } from './copies.ts'
import { guardedProject, projectWithoutTheGuarded } from './guarded-project.ts'
import { hiddenNames } from './probes.ts'

const SEARCH = {
  'api::article.article': { title: 4, summary: 2, body: 1 },
  'api::author.author': { name: 2, bio: 1 },
}
const CALLERS = ['public', 'full-access'] as const
const SHOWN = 'fields=id&_q[show]=score,highlights'

let project: Project
let guarded: Lectern
let without: Lectern
let changed: Lectern

async function openAll(kind: DatabaseKind): Promise<void> {
  const [folder, bare] = [guardedProject(SEARCH), projectWithoutTheGuarded(SEARCH)]
  project = await loadProject(folder, {}, {})
  const file = copyDatabase(withCreators)
  const other = copyDatabase((copy) => changeHidden(copy, project), file)
  const [one, two] = [await placedOn(kind, file), await placedOn(kind, other)]
  for (const database of [one, two]) await migrateProject({ project: folder, database, env: {}, adopt: true })
  guarded = await open({ project: folder, database: one })
  without = await open({ project: bare, database: one })
  changed = await open({ project: folder, database: two })
}

describe.each(DATABASES)('search on %s', (kind) => {
  beforeAll(() => openAll(kind))
  afterAll(async () => {
    for (const server of [guarded, without, changed]) await server?.close()
    await removeCopies()
  })

  it('searches and scores only visible attributes', async () => {
    const words = ['canyon', 'lantern -river', '"amber canyon"', 'changed', 'secret', 'ada', 'hidden example']
    const urls = ['articles', 'authors'].flatMap((type) =>
      words.flatMap((word) => [
        `/api/${type}?${SHOWN}&_q[text]=${encodeURIComponent(word)}`,
        `/api/${type}?fields=id&_q[text]=${encodeURIComponent(word)}&_q[prefix]=true&status=draft`,
      ]),
    )
    let found = 0
    const look = (_: string, answer: string) => {
      if (/"matches":\[\{/.test(answer)) found += 1
    }
    expect(await differences([guarded, changed, without], urls, CALLERS, look)).toEqual([])
    expect(found).toBeGreaterThan(4)
  })

  it('does not search hidden attributes, whose names are unknown', async () => {
    const hidden = hiddenNames(project.schema).filter(({ model }) => model.uid in SEARCH)
    expect(hidden.length).toBeGreaterThan(6)
    for (const { model, attribute } of hidden) {
      const at = `/api/${model.uid === 'api::article.article' ? 'articles' : 'authors'}?_q[text]=canyon`
      for (const place of ['_q[in]=', '_q[in][0]=title&_q[in][1]=', 'sort=$score:desc,', '_q[show]=']) {
        const asked = await ask(guarded, `${at}&${place}${attribute.name}`, 'full-access')
        const unknown = await ask(guarded, `${at}&${place}nowhere`, 'full-access')
        expect(asked.replaceAll(attribute.name, 'nowhere')).toBe(unknown)
        expect(asked).toMatch(/^400 /)
      }
    }
  })
})
