/** The requests that warm up a server leave nothing behind. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer } from '../../src/answer/answer.ts'
import { backendOf } from '../../src/dialects/backends.ts'
import type { Database } from '../../src/execute/database.ts'
import { NO_OBSERVER } from '../../src/execute/observer.ts'
import { buildApp } from '../../src/open/build-app.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { counted } from '../support/counted.ts'
import { fixture } from '../support/fixture.ts'

const texts: string[] = []
const observed: string[] = []
let database: Database
let built: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  const project = await loadProject(fixture('magazine'), { database: fixture('magazine.sqlite') }, {})
  const opened = await backendOf(project.settings.database).open(project.settings.database)
  database = opened.database
  built = await buildApp(project, counted(database, texts), opened.dialect, {
    observer: {
      ...NO_OBSERVER,
      began: (kind) => {
        observed.push(kind)
        return () => undefined
      },
      looked: (result) => void observed.push(result),
    },
    audit: () => void observed.push('audit'),
  })
})

afterAll(() => database.close())

it('reads entries of the types with the most attributes', async () => {
  await built.warmUp(60_000)
  expect(texts.filter((text) => text.includes('"articles"')).length).toBeGreaterThan(0)
})

it('is in no metrics and no audit log', () => {
  expect(observed).toEqual([])
})

it('leaves no response behind', async () => {
  const url = '/api/articles?sort=id&pagination[limit]=1&pagination[withCount]=false'
  const before = texts.length
  const { status } = await answer({ method: 'GET', url, headers: {} }, built.app)
  expect(status).toBe(200)
  expect(texts.length).toBe(before + 1)
  expect(observed).toContain('miss')
})

it('does not fail where the database does', async () => {
  const failing = { ...built.app, revisions: { ...built.app.revisions, now: () => Promise.reject(new Error('gone')) } }
  const { warmUp } = await import('../../src/open/warm-up.ts')
  await expect(warmUp(failing)).resolves.toBeUndefined()
})
