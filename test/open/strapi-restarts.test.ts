/** Strapi starts with other content types, and changes its database, beside a server that goes on serving it. */

import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backendOf } from '../../src/dialects/backends.ts'
import { createLogger } from '../../src/http/logger.ts'
import { type Lectern, migrateProject, openProject } from '../../src/index.ts'
import { buildApp } from '../../src/open/build-app.ts'
import { closeApp } from '../../src/open/open-app.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { DATABASES } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { TOKENS } from '../support/magazine.ts'
import { createMagazine, runScript, withClient } from '../support/postgres.ts'
import { until } from '../support/until.ts'

interface Schema {
  options: { draftAndPublish?: boolean }
  pluginOptions?: unknown
  attributes: Record<string, Record<string, unknown>>
}

describe.each(DATABASES)('on %s, Strapi has started with other content types', (kind) => {
  let folder: string
  let database: string
  let lectern: Lectern
  let log: string[]
  let run: (script: string) => Promise<unknown>
  let value: (statement: string) => Promise<unknown>
  let drop: () => Promise<unknown>

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-restarts-'))
    cpSync(fixture('magazine'), folder, { recursive: true })
    if (kind === 'SQLite') {
      database = join(folder, 'data.db')
      cpSync(fixture('magazine.sqlite'), database)
      const connection = new BetterSqlite3(database)
      run = async (script) => connection.exec(script)
      value = async (statement) => connection.prepare(statement).pluck().get()
      drop = async () => connection.close()
    } else {
      const made = await createMagazine()
      database = made.url
      run = (script) => runScript(made.url, script)
      value = (statement) => withClient(made.url, async (client) => (await client.query(statement)).rows[0]?.value)
      drop = made.drop
    }
    log = []
    lectern = await open()
  })
  afterEach(async () => {
    await lectern.close()
    await drop()
    rmSync(folder, { recursive: true })
  })

  const open = (migrate = false) => {
    const logger = createLogger({ level: 'info', write: (line) => log.push(line) })
    return openProject({ project: folder, database, env: {}, logger, extensions: ['export'], migrate })
  }

  const edit = (type: string, change: (schema: Schema) => void) =>
    editFile(`src/api/${type}/content-types/${type}/schema.json`, change)
  const editAddress = (change: (schema: Schema) => void) => editFile('src/components/shared/address.json', change)

  function editFile(path: string, change: (schema: Schema) => void): void {
    const file = join(folder, path)
    const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema
    change(schema)
    writeFileSync(file, JSON.stringify(schema))
  }

  /** As Strapi writes it down at its start. */
  const record = (uid: string, from: string, to: string) =>
    run(
      `update strapi_core_store_settings set value = replace(value, '${from}', '${to}') where "key" = 'strapi_content_types_schema' and value like '%"${uid}"%'`,
    )
  const tagSchema = (hasDrafts: boolean) =>
    `{"singularName":"tag","pluralName":"tags","displayName":"tag"},"options":{"draftAndPublish":${hasDrafts}}`
  const recordedTypes = () =>
    value(`select value from strapi_core_store_settings where "key" = 'strapi_content_types_schema'`)
  const recordDrafts = () => record('api::tag.tag', tagSchema(false), tagSchema(true))

  const text = async (path: string) => (await lectern.fetch(path)).text()
  const labels = async (query = '') => await text(`/api/tags?fields=label&pagination[pageSize]=100${query}`)

  const happens = (isTrue: () => Promise<boolean>) => until(isTrue, () => log.join(''))

  it('with Draft & Publish: drafts are shown only with status=draft, without a restart', async () => {
    expect(await labels()).toContain('tag 4 winter')
    edit('tag', (schema) => {
      schema.options.draftAndPublish = true
    })
    await recordDrafts()
    await run(`insert into tags (id, document_id, label) values (900, 'secretdocument', 'a secret draft')`)
    const statuses = new Set<number>()
    await happens(async () => {
      const response = await lectern.fetch('/api/tags?fields=label&pagination[pageSize]=100')
      statuses.add(response.status)
      return !(await response.text()).includes('a secret draft')
    })
    // While the project is opened again, requests wait.
    expect([...statuses]).toEqual([200])
    expect(await labels()).toContain('tag 4 winter')
    expect(await labels('&status=draft')).toContain('a secret draft')
    expect(log.join('')).toContain('reopened')
  })

  it('without an attribute: a request that needs its column is served at once', async () => {
    expect(await text('/api/tags')).toContain('"color"')
    edit('tag', (schema) => {
      delete schema.attributes.color
    })
    await run('alter table tags drop column color')
    await run(`update strapi_database_schema set hash = 'another'`)
    const response = await lectern.fetch('/api/tags')
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('"color"')
  })

  it('without an attribute: an export that needs its column is served at once', async () => {
    const headers = { authorization: `Bearer ${TOKENS['full-access']}` }
    edit('tag', (schema) => {
      delete schema.attributes.color
    })
    await run('alter table tags drop column color')
    await run(`update strapi_database_schema set hash = 'another'`)
    const response = await lectern.fetch('/api/tags/actions/export', { headers })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('"end":{"total":30')
  })

  it('that the schema files here do not have: nothing is shown until they do, and the log says why', async () => {
    const statusOf = async (path: string) => (await lectern.fetch(path)).status
    expect(await labels()).toContain('tag 4 winter')
    await recordDrafts()
    await happens(async () => (await statusOf('/api/tags')) === 503)
    expect(log.join('')).toContain('Strapi last started with this content type with Draft & Publish')
    expect(await labels()).toContain('has other content types now than the schema files')
    expect([await statusOf('/_health'), await statusOf('/_ready'), await statusOf('/api/nothing')]).toEqual([
      204, 503, 404,
    ])
    edit('tag', (schema) => {
      schema.options.draftAndPublish = true
    })
    await happens(async () => (await labels()).includes('tag 4 winter'))
    expect(log.filter((line) => line.includes('cannot be served'))).toHaveLength(1)
  })

  it('that the schema files here do not have: nothing is opened', async () => {
    await recordDrafts()
    await expect(open()).rejects.toThrow(/api::tag\.tag.*with Draft & Publish, and the schema file has it without/)
  })

  it.each([
    ['', false],
    [', once adopted too', true],
  ])(
    'with a plugin: its types, and what it adds to others, are shown to those who may find them%s',
    async (_, isAdopted) => {
      if (isAdopted) await migrateProject({ project: folder, database, env: {}, adopt: true })
      const alias = 'plugin::webtools.url-alias'
      const label = { label: { type: 'string' } }
      const added = { url_alias: { type: 'relation', relation: 'oneToMany', target: alias } }
      const type = {
        collectionName: 'wt_url_alias',
        info: { singularName: 'url-alias', pluralName: 'url-aliases', displayName: 'URL alias' },
        attributes: { url_path: { type: 'string' }, secret: { type: 'string', private: true } },
      }
      const recorded = {
        [alias]: { ...type, __schema__: type },
        'api::tag.tag': { options: {}, attributes: { ...label, ...added }, __schema__: { attributes: label } },
      }
      const system =
        'created_at timestamp, updated_at timestamp, published_at timestamp, created_by_id int, updated_by_id int'
      await run(`
      create table wt_url_alias (id int, document_id text, url_path text, secret text, ${system}, locale text);
      create table tags_url_alias_lnk (id int, tag_id int, url_alias_id int, url_alias_ord int);
      insert into wt_url_alias (id, document_id, url_path, secret) values (1, 'alias', '/winter', 'hidden');
      insert into tags_url_alias_lnk select 1, id, 1, 1 from tags where label = 'tag 4 winter'`)
      await record('api::tag.tag', '"api::tag.tag":{', `${JSON.stringify(recorded).slice(1, -1)},"was::tag.tag":{`)
      const shown = () => text('/api/tags?filters[label]=tag 4 winter&populate=*')
      await happens(async () => log.join('').includes('reopened'))
      expect(await shown()).not.toContain('url_alias')
      await run(`
      insert into up_permissions (id, action) values (9001, '${alias}.find');
      insert into up_permissions_role_lnk (permission_id, role_id) select 9001, id from up_roles where type = 'public'`)
      await happens(async () => (await shown()).includes('url_alias'))
      expect(await shown()).toContain('"url_alias":[{"id":1,"documentId":"alias","url_path":"/winter",')
      expect(await shown()).not.toContain('hidden')
      expect((await lectern.fetch('/api/url-aliases')).status).toBe(404)
    },
  )

  it('with attributes that code gives to users: they are shown, and relations that lead to them', async () => {
    const user = 'plugin::users-permissions.user'
    const tags = { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag', mappedBy: 'owner' }
    await run(`
      alter table up_users add nickname text;
      update up_users set nickname = 'Nick';
      create table tags_owner_lnk (id int, tag_id int, user_id int, tag_ord int);
      insert into tags_owner_lnk select 1, id, (select min(id) from up_users), 1 from tags where label = 'tag 4 winter';
      insert into up_permissions (id, action) values (9001, '${user}.find');
      insert into up_permissions_role_lnk (permission_id, role_id) select 9001, id from up_roles where type = 'public'`)
    edit('tag', ({ attributes }) => {
      attributes.owner = { type: 'relation', relation: 'manyToOne', target: user, inversedBy: 'tags' }
    })
    const provider = '"provider":{"type":"string","configurable":false}'
    await record(user, provider, `${provider},"nickname":{"type":"string"},"tags":${JSON.stringify(tags)}`)
    await happens(async () => (await text('/api/users')).includes('"nickname":"Nick"'))
    const owned = await text('/api/tags?populate[owner][populate]=tags&filters[owner][nickname]=Nick')
    expect(owned).toMatch(/"label":"tag 4 winter".*"owner":\{.*"nickname":"Nick".*"tags":\[\{.*"label":"tag 4 winter"/)
    expect(await text('/api/users?populate=tags&filters[tags][label]=tag 4 winter')).toContain('tag 4 winter')
  })

  it('with a plugin whose part of the record does not fit: what the files say is served', async () => {
    const broken = {
      'api::tag.tag': {
        attributes: { a: { type: 'nonsense' }, b: { type: 'string' } },
        __schema__: { attributes: {} },
      },
    }
    await record('api::tag.tag', '"api::tag.tag":{', `${JSON.stringify(broken).slice(1, -1)},"was::tag.tag":{`)
    await happens(async () => log.join('').includes('reopened'))
    expect(await labels()).toContain('tag 4 winter')
  })

  /** As code in `register` or `strapi-server` does it, which no schema file shows. */
  const makePrivate = (uid: string, name: string, attribute: object) => {
    const marked = { ...attribute, private: true }
    const change = (from: string, to: string) => record(uid, from, to)
    return change(`"${name}":${JSON.stringify(attribute)}`, `"${name}":${JSON.stringify(marked)}`)
  }
  const username = { type: 'string', minLength: 3, unique: true, configurable: false, required: true }

  it('with attributes that code has made private: they are hidden, also where a plugin does not fit', async () => {
    const shown = () => text('/api/tags?filters[label]=tag 4 winter')
    expect(await shown()).toContain('"color"')
    await makePrivate('api::tag.tag', 'color', { type: 'string' })
    await happens(async () => !(await shown()).includes('"color"'))
    expect((await lectern.fetch('/api/tags?filters[color][$null]=true')).status).toBe(400)
    await record('api::tag.tag', '"createdAt":{', '"odd":{"type":"nonsense"},"createdAt":{')
    await makePrivate('api::tag.tag', 'priority', { type: 'integer' })
    await happens(async () => !(await shown()).includes('"priority"'))
    expect(await shown()).not.toContain('"color"')
  })

  it('with attributes of users that code has made private: they are hidden', async () => {
    await run(`
      insert into up_permissions (id, action) values (9001, 'plugin::users-permissions.user.find');
      insert into up_permissions_role_lnk (permission_id, role_id) select 9001, id from up_roles where type = 'public'`)
    const shown = () => text('/api/users')
    await happens(async () => (await shown()).includes('"username"'))
    await makePrivate('plugin::users-permissions.user', 'username', username)
    await happens(async () => !(await shown()).includes('"username"'))
    expect(await shown()).toContain('"email"')
  })

  describe('in a database that Lectern has added to', () => {
    beforeEach(async () => {
      await lectern.close()
      await migrateProject({ project: folder, database, env: {}, adopt: true })
      lectern = await open()
    })

    it('and the schema files here do not have them: nothing is shown until they do, nor opened', async () => {
      expect(await labels()).toContain('tag 4 winter')
      await recordDrafts()
      await happens(async () => (await lectern.fetch('/api/tags')).status === 503)
      await expect(open()).rejects.toThrow(/api::tag\.tag.*with Draft & Publish, and the schema file has it without/)
      edit('tag', (schema) => {
        schema.options.draftAndPublish = true
      })
      await happens(async () => (await labels()).includes('tag 4 winter'))
    })

    it('and has written components since: they have no documentId, as before', async () => {
      await run(`update components_shared_addresss set document_id = null where id > 2`)
      const response = await lectern.fetch('/api/authors?populate=address&pagination[pageSize]=100')
      const { data } = (await response.json()) as { data: readonly { address: object | null }[] }
      const addresses = data.flatMap(({ address }) => address ?? [])
      expect(addresses.length).toBeGreaterThan(2)
      expect(addresses.filter((address) => 'documentId' in address)).toEqual([])
    })

    it('and has made drafts itself: they stay drafts, and no others are made', async () => {
      await lectern.close()
      edit('tag', (schema) => {
        schema.options.draftAndPublish = true
      })
      await run(
        `insert into tags (id, document_id, label) select id + 900, document_id, 'draft of ' || label from tags`,
      )
      await recordDrafts()
      lectern = await open(true)
      expect(await labels()).not.toContain('draft of')
      expect(await labels('&status=draft')).toContain('draft of tag 4 winter')
      const totals = ['', '&status=draft'].map(async (query) => (await labels(query)).match(/"total":\d+/)?.[0])
      expect(await Promise.all(totals)).toEqual(['"total":30', '"total":30'])
      await lectern.close()
      lectern = await open(true)
      expect(await labels('&status=draft')).toContain('"total":30')
    })

    it('and is making drafts when a server looks at the database: it makes none itself', async () => {
      await lectern.close()
      lectern = await open(true)
      edit('tag', (schema) => {
        schema.options.draftAndPublish = true
      })
      await run(`update strapi_database_schema set hash = 'another'`)
      await happens(async () => log.join('').includes('cannot be served'))
      expect(await labels()).toContain('"total":30')
      await run(
        `insert into tags (id, document_id, label) select id + 900, document_id, 'draft of ' || label from tags`,
      )
      await recordDrafts()
      await happens(async () => !(await labels()).includes('draft of'))
      expect(await labels()).toContain('"total":30')
      expect(await labels('&status=draft')).toContain('"total":30')
    })

    it('and code has made attributes private: they are hidden', async () => {
      const shown = () => text('/api/tags?filters[label]=tag 4 winter')
      await record('api::tag.tag', '"createdAt":{"type":"datetime"}', '"createdAt":{"type":"datetime","private":true}')
      await happens(async () => !(await shown()).includes('"createdAt"'))
      expect(await shown()).toContain('"color"')
    })

    it('before Strapi was left: the schema files count alone', async () => {
      edit('tag', (schema) => {
        schema.pluginOptions = { i18n: { localized: true } }
      })
      const migrated = await openProject({ project: folder, database, env: {}, migrate: true })
      expect(await (await migrated.fetch('/api/tags')).text()).toContain('"locale":"en"')
      await migrated.close()
    })

    it('and has not started with Draft & Publish of the files yet: drafts are left to it', async () => {
      await lectern.close()
      edit('tag', (schema) => {
        schema.options.draftAndPublish = true
      })
      await expect(open(true)).rejects.toThrow(/api::tag\.tag.*Where Strapi still works with this database, start it/)
      expect(await recordedTypes()).not.toContain(tagSchema(true))
      edit('tag', (schema) => {
        schema.options.draftAndPublish = false
      })
      lectern = await open(true)
      expect(await labels()).toContain('"total":30')
    })

    it('and was left before Draft & Publish: lectern migrate makes drafts, so that Strapi would make none', async () => {
      await lectern.close()
      edit('tag', (schema) => {
        schema.options.draftAndPublish = true
      })
      const { changes } = await migrateProject({ project: folder, database, env: {} })
      expect(changes.map((change) => change.text)).toContain(
        "switch Draft & Publish on for api::tag.tag in Strapi's record of content types",
      )
      expect(await recordedTypes()).toContain(tagSchema(true))
      expect(await recordedTypes()).not.toContain(tagSchema(false))
      lectern = await open(true)
      expect(await labels('&status=draft')).toContain('"total":30')
      expect((await migrateProject({ project: folder, database, env: {} })).changes).toEqual([])
      edit('tag', (schema) => {
        schema.pluginOptions = { i18n: { localized: true } }
      })
      expect((await migrateProject({ project: folder, database, env: {} })).changes).not.toEqual([])
    })
  })

  it('with schema files that do not have them when Lectern adds to the database: nothing is opened', async () => {
    await recordDrafts()
    await migrateProject({ project: folder, database, env: {}, adopt: true })
    await expect(open()).rejects.toThrow(/with Draft & Publish, and the schema file has it without/)
  })

  it('with a component that hides an attribute now, which Strapi does not record: it is hidden', async () => {
    const shown = () => text('/api/authors?populate=address&pagination[pageSize]=100')
    expect(await shown()).toContain('"street"')
    editAddress(({ attributes }) => {
      attributes.street = { ...attributes.street, private: true }
    })
    await happens(async () => !(await shown()).includes('"street"'))
    expect(await shown()).toContain('"city"')
  })

  it('with a component whose new attribute it has no column for yet: what was there is served until it has', async () => {
    await migrateProject({ project: folder, database, env: {}, adopt: true })
    await lectern.close()
    lectern = await open(true)
    const shown = () => text('/api/authors?populate=address&pagination[pageSize]=100')
    editAddress(({ attributes }) => {
      attributes.floor = { type: 'integer' }
    })
    await happens(async () => log.join('').includes('files of components have changed'))
    expect(await shown()).toContain('"street"')
    await run('alter table components_shared_addresss add column floor integer')
    await run(`update strapi_database_schema set hash = 'another'`)
    await happens(async () => (await shown()).includes('"floor"'))
  })

  it('with a component that has another category: what attributes have of it is shown, and nothing of other components', async () => {
    const shown = () => text('/api/authors?populate=address&pagination[pageSize]=100&sort=id')
    const before = await shown()
    expect(before).toContain('"street"')
    mkdirSync(join(folder, 'src/components/places'))
    renameSync(join(folder, 'src/components/shared/address.json'), join(folder, 'src/components/places/address.json'))
    edit('author', ({ attributes }) => {
      attributes.address = { ...attributes.address, component: 'places.address' }
    })
    await run(`update strapi_database_schema set hash = 'another'`)
    await happens(async () => log.join('').includes('reopened'))
    expect(await shown()).toBe(before)
    await run(`update authors_cmps set component_type = 'shared.seo' where field = 'address'`)
    await lectern.close()
    lectern = await open()
    expect(await shown()).not.toContain('"street"')
  })
})

it.each(DATABASES)('on %s, a start of Strapi while the project is being opened is noticed', async (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-restarts-'))
  const file = join(folder, 'data.db')
  cpSync(fixture('magazine.sqlite'), file)
  const made = kind === 'SQLite' ? null : await createMagazine()
  const project = await loadProject(fixture('magazine'), { database: made?.url ?? file }, {})
  const { database, dialect } = await backendOf(project.settings.database).open(project.settings.database)
  const start = `update strapi_database_schema set hash = 'another'`
  const indexes = async () => {
    if (made === null) new BetterSqlite3(file).exec(start).close()
    else await runScript(made.url, start)
    return database.indexes()
  }
  const { app, record, recorded } = await buildApp(project, { ...database, indexes }, dialect)
  expect(record).not.toBeNull()
  expect(await recorded(null)).not.toEqual(record)
  await closeApp(app)
  await made?.drop()
  rmSync(folder, { recursive: true })
})

it('on PostgreSQL, a role that may not read what nothing shown depends on is enough', async () => {
  const made = await createMagazine()
  const role = `reader_${randomUUID().replaceAll('-', '')}`
  const hidden = 'strapi_database_schema, authors_cmps'
  await runScript(
    made.url,
    `create role ${role} login; grant select on all tables in schema public to ${role}; revoke select on ${hidden} from ${role}`,
  )
  const lectern = await openProject({
    project: fixture('magazine'),
    database: Object.assign(new URL(made.url), { username: role }).href,
    env: {},
  })
  expect((await lectern.fetch('/api/tags')).status).toBe(200)
  await lectern.close()
  await runScript(made.url, `drop owned by ${role}; drop role ${role}`)
  await made.drop()
})
