/** Responses are cached, but are never stale. */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer } from '../../src/answer/answer.ts'
import { backendOf } from '../../src/dialects/backends.ts'
import { type Lectern, openProject } from '../../src/index.ts'
import { buildApp } from '../../src/open/build-app.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { counted } from '../support/counted.ts'
import { fixture } from '../support/fixture.ts'
import { TOKENS } from '../support/magazine.ts'
import { randomRuns } from '../support/random-runs.ts'

let folder: string
let file: string
let lectern: Lectern

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-kept-'))
  file = join(folder, 'magazine.sqlite')
  copyFileSync(fixture('magazine.sqlite'), file)
  lectern = await openProject({ project: fixture('magazine'), database: file })
})

afterEach(async () => {
  await lectern.close()
  rmSync(folder, { recursive: true })
})

async function titleOf(id: number): Promise<unknown> {
  const response = await lectern.fetch(`/api/articles?filters[id]=${id}&fields=title`)
  const { data } = (await response.json()) as { readonly data: readonly { readonly title: string }[] }
  return data[0]?.title
}

const ROUNDS = randomRuns(400)

describe('cached responses', () => {
  it('run no statement', async () => {
    const project = await loadProject(fixture('magazine'), { database: file }, {})
    const { database, dialect } = await backendOf(project.settings.database).open(project.settings.database)
    const texts: string[] = []
    const { app } = await buildApp(project, counted(database, texts), dialect)
    const request = { method: 'GET', url: '/api/articles?populate=*', headers: {} }
    const first = await answer(request, app)
    const asked = texts.length
    expect((await answer(request, app)).body).toBe(first.body)
    expect(texts).toHaveLength(asked)
    await answer({ ...request, url: '/api/articles?populate=author' }, app)
    expect(texts).toHaveLength(asked + 1)
    await database.close()
  })

  it(`are never stale after a commit, in ${ROUNDS} rounds`, async () => {
    const writer = new BetterSqlite3(file)
    const change = writer.prepare('update articles set title = ? where id = 2')
    for (let round = 0; round < ROUNDS; round += 1) {
      change.run(`round ${round}`)
      expect(await titleOf(2)).toBe(`round ${round}`)
      expect(await titleOf(2)).toBe(`round ${round}`)
    }
    writer.close()
  })

  it('a change that is rolled back changes nothing', async () => {
    const before = await titleOf(2)
    const writer = new BetterSqlite3(file)
    writer.exec("begin; update articles set title = 'never' where id = 2; rollback")
    expect(await titleOf(2)).toBe(before)
    writer.close()
  })

  it('are not shared by callers with other permissions', async () => {
    const memos = async (headers: Record<string, string>) =>
      (await (await lectern.fetch('/api/articles?populate=memo&fields=id', { headers })).text()).includes('"memo"')
    expect(await memos({})).toBe(false)
    expect(await memos({ authorization: `Bearer ${TOKENS['full-access']}` })).toBe(true)
    expect(await memos({})).toBe(false)
  })

  it('are invalid when a permission is revoked', async () => {
    expect((await lectern.fetch('/api/tags')).status).toBe(200)
    const writer = new BetterSqlite3(file)
    writer.exec("delete from up_permissions where action = 'api::tag.tag.find'")
    writer.close()
    expect((await lectern.fetch('/api/tags')).status).toBe(403)
  })

  it('differ by format', async () => {
    const flat = await (await lectern.fetch('/api/tags')).text()
    const wrapped = await (await lectern.fetch('/api/tags', { headers: { 'strapi-response-format': 'v4' } })).text()
    expect(wrapped).toContain('"attributes"')
    expect(flat).not.toContain('"attributes"')
  })
})
