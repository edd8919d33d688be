/** `lectern types` of a project whose database knows more than the schema files: it describes what responses show. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { declareProject } from '../../src/operate/declare-project.ts'
import { knownFacts } from '../../src/operate/known-facts.ts'
import { DATABASES } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { createMagazine, runScript } from '../support/postgres.ts'

/** Strapi has started with an attribute that its code adds to tags, and with a custom field of a plugin. */
const PRIORITY = '"priority":{"type":"integer"}'
const SCRIPT = `
  update strapi_core_store_settings
    set value = replace(value, '${PRIORITY},"createdAt":{', '${PRIORITY},"firstPublishedAt":{"type":"datetime"},"createdAt":{')
    where "key" = 'strapi_content_types_schema';
  alter table tags add column first_published_at timestamp;
  alter table tags add column mood integer;
  `

describe.each(DATABASES)('lectern types on %s', (kind) => {
  let project: string
  let database: string
  let drop: () => Promise<unknown> = async () => {}

  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'lectern-known-'))
    cpSync(fixture('magazine'), project, { recursive: true })
    addCustomField(join(project, 'src/api/tag/content-types/tag/schema.json'))
    if (kind === 'SQLite') {
      database = join(project, 'data.db')
      cpSync(fixture('magazine.sqlite'), database)
      new BetterSqlite3(database).exec(SCRIPT).close()
    } else {
      const made = await createMagazine()
      database = made.url
      drop = made.drop
      await runScript(database, SCRIPT)
    }
  })
  afterAll(async () => {
    await drop()
    rmSync(project, { recursive: true })
  })

  const tagOf = (text: string) => text.split('export interface Tag {')[1]?.split('\n}')[0] ?? ''
  const declare = async (of: string) =>
    (await declareProject({ project, env: {}, ...(await knownFacts({ project, database: of, env: {} })) })).text

  it('has attributes that Strapi has recorded, and custom fields as their columns are', async () => {
    const tag = tagOf(await declare(database))
    expect(tag).toContain("firstPublishedAt: { type: 'datetime' }")
    expect(tag).toContain("mood: { type: 'integer' }")
  })

  it('has attributes whose columns do not exist yet', async () => {
    const file = join(project, 'src/api/tag/content-types/tag/schema.json')
    const before = readFileSync(file, 'utf8')
    edit(file, (attributes) => ({ ...attributes, planned: { type: 'string' } }))
    const tag = tagOf(await declare(database))
    writeFileSync(file, before)
    expect(tag).toContain("planned: { type: 'string' }")
  })

  it('has a documentId in components only where the database may not be that of Strapi', async () => {
    const quoteOf = (text: string) => text.split('export interface BlocksQuote {')[1]?.split('\n}')[0] ?? ''
    expect(quoteOf(await declare(database))).toContain("text: { type: '")
    expect(quoteOf(await declare(database))).not.toContain('documentId')
    expect(quoteOf(await declare(join(project, 'missing.db')))).toContain('documentId?: ')
  })

  it('has what the files say where there is no database', async () => {
    const tag = tagOf(await declare(join(project, 'missing.db')))
    expect(tag).toContain("label: { type: 'string'")
    expect(tag).not.toContain('firstPublishedAt')
  })

  it('has what responses have', async () => {
    const lectern = await openProject({ project, database, env: {} })
    const response = await lectern.fetch('/api/tags?pagination[pageSize]=1')
    const { data } = (await response.json()) as { readonly data: readonly Record<string, unknown>[] }
    await lectern.close()
    expect(Object.keys(data[0] ?? {})).toEqual(expect.arrayContaining(['mood', 'firstPublishedAt']))
  })
})

function addCustomField(file: string): void {
  edit(file, (attributes) => ({ ...attributes, mood: { type: 'customField', customField: 'plugin::moods.mood' } }))
}

type Attributes = Readonly<Record<string, unknown>>

function edit(file: string, change: (attributes: Attributes) => Attributes): void {
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { readonly attributes: Attributes }
  writeFileSync(file, JSON.stringify({ ...schema, attributes: change(schema.attributes) }))
}
