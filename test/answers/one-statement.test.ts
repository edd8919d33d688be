/**
 * On PostgreSQL, a read without a cached response is one statement, which also checks that nothing has changed,
 * including permissions.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer } from '../../src/answer/answer.ts'
import type { App } from '../../src/answer/app.ts'
import { backendOf } from '../../src/dialects/backends.ts'
import { ApiError } from '../../src/errors/api-error.ts'
import type { Database } from '../../src/execute/database.ts'
import { buildApp } from '../../src/open/build-app.ts'
import { closeApp } from '../../src/open/open-app.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { counted } from '../support/counted.ts'
import { type Prepared, prepareSite } from '../writes/site.ts'

let site: Prepared
const apps: App[] = []
const statements: string[] = []

const SPEC = {
  types: { note: { draftAndPublish: true, localized: true, attributes: { text: { type: 'string' } } } },
}

beforeAll(async () => {
  site = await prepareSite('PostgreSQL', SPEC)
  await site.sql(`insert into notes (document_id, text, locale, published_at) values ('n', 'first', 'en', now())`)
})
afterAll(async () => {
  for (const app of apps) await closeApp(app)
  await site.remove()
})

async function open(): Promise<App> {
  const project = await loadProject(site.folder, { database: site.database }, {})
  const { database, dialect } = await backendOf(project.settings.database).open(project.settings.database)
  const { app } = await buildApp(project, withRevisions(counted(database, statements)), dialect)
  apps.push(app)
  return app
}

/** Records checks of the revision, too. */
function withRevisions(database: Database): Database {
  const noted = (what: string) => statements.push(what)
  return {
    ...database,
    revision: () => {
      noted('revision')
      return database.revision()
    },
    tableRevisions: () => {
      noted('revisions of tables')
      return database.tableRevisions()
    },
  }
}

let pages = 100

/** With another page size each time, so that nothing is cached. */
async function read(app: App): Promise<string> {
  pages += 1
  try {
    const { status, body } = await answer(
      { method: 'GET', url: `/api/notes?fields=text&pagination[pageSize]=${pages}`, headers: {} },
      app,
    )
    return `${status} ${/"text":"([^"]*)"/.exec(String(body))?.[1]}`
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

async function settled(): Promise<App> {
  const app = await open()
  await read(app)
  await read(app)
  statements.length = 0
  return app
}

describe('a read without a cached response', () => {
  it('is one statement', async () => {
    const app = await settled()
    expect([await read(app), await read(app)]).toEqual(['200 first', '200 first'])
    expect(statements).toHaveLength(2)
  })

  it('shows earlier commits, and runs two statements until changes pause', async () => {
    const app = await settled()
    await site.sql(`update notes set text = 'second'`)
    expect(await read(app)).toBe('200 second')
    statements.length = 0
    expect(await read(app)).toBe('200 second')
    expect(statements).toEqual(['revision', expect.stringContaining('notes')])
    statements.length = 0
    expect(await read(app)).toBe('200 second')
    expect(statements).toHaveLength(1)
  })

  it('is refused as soon as a permission is revoked, and allowed as soon as it is granted', async () => {
    const app = await settled()
    await site.sql(`update up_permissions set action = 'none' where action = 'api::note.note.find'`)
    expect(await read(app)).toBe('FORBIDDEN')
    expect(await read(app)).toBe('FORBIDDEN')
    expect(await read(app)).toBe('FORBIDDEN')
    await site.sql(`update up_permissions set action = 'api::note.note.find' where action = 'none'`)
    expect(await read(app)).toBe('200 second')
  })

  it('uses the current default locale', async () => {
    const app = await settled()
    await site.sql(`update strapi_core_store_settings set value = '"fr"' where key = 'plugin_i18n_default_locale'`)
    expect(await read(app)).toBe('200 undefined')
    await site.sql(`update strapi_core_store_settings set value = '"en"' where key = 'plugin_i18n_default_locale'`)
    expect(await read(app)).toBe('200 second')
  })
})
