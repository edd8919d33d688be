/** The SQL of a dry run, executed in the database's own shell, has the same effect as the migration. */

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PLACES, type Place, type Schemas } from './places.ts'

const title = { type: 'string', columnName: `it's a \\ "title"` }
const FIRST: Schemas = {
  types: {
    note: {
      title,
      count: { type: 'string' },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    },
    tag: { name: { type: 'string' }, seo: { type: 'component', component: 'shared.seo' } },
  },
  components: { 'shared.seo': { title: { type: 'uid' } } },
  draftAndPublish: true,
  localized: true,
}
const SECOND: Schemas = {
  ...FIRST,
  types: { note: { count: { type: 'integer' }, parent: { ...relation('note'), useJoinTable: false } } },
  components: {},
}

function relation(target: string) {
  return { type: 'relation', relation: 'manyToOne', target: `api::${target}.${target}` }
}

/** As a shell does: all of the text, statement by statement. */
async function runScript({ database }: Place, script: string): Promise<void> {
  if (database.includes('://')) {
    const client = new pg.Client(database)
    await client.connect()
    await client.query(script).finally(() => client.end())
    return
  }
  mkdirSync(dirname(database), { recursive: true })
  const connection = new BetterSqlite3(database)
  connection.exec(script)
  connection.close()
}

/** Ids and times differ; all else is the same. */
const CONTENT = [
  'select id, name from strapi_migrations_internal order by id',
  'select id, name, code from i18n_locale order by id',
  'select id, key, value, type from strapi_core_store_settings order by id',
  'select id, name, description, type from up_roles order by id',
  'select id, action from up_permissions order by id',
  'select * from up_permissions_role_lnk order by id',
  'select id, version, tables from lectern_schema order by id',
]

async function everything(place: Place) {
  const content: unknown[] = []
  for (const query of CONTENT) content.push(await place.sql(query))
  return { layout: await place.layout(), content }
}

describe.each(Object.entries(PLACES))('on %s', (_, open) => {
  let scripted: Place
  let migrated: Place
  beforeEach(async () => {
    scripted = await open()
    migrated = await open()
  })
  afterEach(async () => {
    await scripted.remove()
    await migrated.remove()
  })

  it('the script of a new database, and of a change, does what a migration does', async () => {
    for (const schemas of [FIRST, SECOND]) {
      const options = { allowDataLoss: true }
      scripted.write(schemas)
      migrated.write(schemas)
      const { script } = await scripted.migrate({ ...options, dryRun: true })
      await runScript(scripted, script.join('\n'))
      await migrated.migrate(options)
      expect(await everything(scripted)).toEqual(await everything(migrated))
      expect(await scripted.migrate(options)).toMatchObject({ ownership: 'lectern', changes: [], script: [] })
      await migrated.sql(`insert into notes (document_id, count) values ('abc', '${schemas === FIRST ? 'x' : 1}')`)
      await scripted.sql(`insert into notes (document_id, count) values ('abc', '${schemas === FIRST ? 'x' : 1}')`)
    }
  })

  it('it is all or nothing', async () => {
    scripted.write(FIRST)
    const { script } = await scripted.migrate({ dryRun: true })
    const broken = [...script.slice(0, -1), 'select * from nowhere;', ...script.slice(-1)]
    await expect(runScript(scripted, broken.join('\n'))).rejects.toThrow(/nowhere/)
    expect(await scripted.layout()).toEqual([])
  })
})
