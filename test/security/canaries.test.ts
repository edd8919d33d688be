/** Hidden values contain known texts; no response may contain one of these. */

import type Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { loadProject, type Project } from '../../src/project/load-project.ts'
import { keysOf } from '../../src/vocabulary/keys-of.ts'
import { withCreators } from './changed-data.ts'
import { ask, CALLERS, copyDatabase, open, removeCopies } from './copies.ts'
import { guardedProject } from './guarded-project.ts'
import { plainRequests } from './plain-requests.ts'
import { hiddenNames } from './probes.ts'

const CANARY = 'canary'

let project: Project
let lectern: Lectern
let planted = 0

beforeAll(async () => {
  const folder = guardedProject()
  project = await loadProject(folder, {}, {})
  const database = copyDatabase((copy) => {
    withCreators(copy)
    plant(copy)
  })
  lectern = await open({ project: folder, database })
})

afterAll(async () => {
  await lectern.close()
  await removeCopies()
})

function plant(database: Sqlite.Database): void {
  for (const { model, attribute } of hiddenNames(project.schema)) {
    const table = project.tables.get(model.uid)
    const column = table?.columns.get(attribute.name)
    const isSystem = ['locale', 'createdAt', 'updatedAt', 'publishedAt'].includes(attribute.name)
    if (table === undefined || column === undefined || isSystem) continue
    planted += database.prepare(`update "${table.table}" set "${column}" = '${CANARY}' || id`).run().changes
  }
  // Columns without an attribute.
  database.exec(`update strapi_api_tokens set description = '${CANARY}'`)
}

it('no caller sees a hidden value, however deep the populate', async () => {
  expect(planted).toBeGreaterThan(500)
  const sung: string[] = []
  for (const [position, caller] of keysOf(CALLERS).entries()) {
    for (const [index, url] of plainRequests(project.schema).entries()) {
      // The caller with most permissions sends all requests, the others a third each.
      if (caller !== 'full-access' && index % 3 !== position % 3) continue
      const answer = await ask(lectern, url, caller)
      if (/canary|\$2[aby]\$\d\d\$|reset-(?:ada|bob|user)|hidden\.example/.test(answer)) sung.push(`${caller} ${url}`)
    }
  }
  expect(sung).toEqual([])
})

it('where the project shows creators, only their names appear', async () => {
  const answer = await ask(lectern, '/api/reviews?populate[createdBy]=true&pagination[pageSize]=1')
  expect(answer).toContain('"firstname":"')
  expect(answer).not.toMatch(/password|email|resetPasswordToken|registrationToken|isActive|blocked/)
})
