/** Content of plugins in a database of Strapi's: what content types lead to is exported, and the rest is named. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportProject, importProject } from '../../src/index.ts'
import { DATABASES } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { createMagazine, runScript } from '../support/postgres.ts'

const alias = 'plugin::webtools.url-alias'
const menu = 'plugin::menus.menu'

const typeOf = (collectionName: string, name: string, attributes: object) => {
  const type = { collectionName, info: { singularName: name, pluralName: `${name}s`, displayName: name }, attributes }
  return { ...type, __schema__: type }
}

/** As Strapi records it: webtools adds `url_alias` to tags, and `strapi-server` of the project gives users a nickname. */
const label = { label: { type: 'string' } }
const recorded = {
  [alias]: typeOf('wt_url_alias', 'url-alias', { url_path: { type: 'string' } }),
  [menu]: typeOf('menus', 'menu', { title: { type: 'string' } }),
  'api::tag.tag': {
    attributes: { ...label, url_alias: { type: 'relation', relation: 'oneToMany', target: alias } },
    __schema__: { attributes: label },
  },
  'plugin::users-permissions.user': {
    attributes: { nickname: { type: 'string' } },
    __schema__: { attributes: { nickname: { type: 'string' } } },
  },
}

const SYSTEM =
  'created_at timestamp, updated_at timestamp, published_at timestamp, created_by_id int, updated_by_id int'
const TABLES = `
  create table wt_url_alias (id int, document_id text, url_path text, ${SYSTEM}, locale text);
  create table tags_url_alias_lnk (id int, tag_id int, url_alias_id int, url_alias_ord int);
  create table menus (id int, document_id text, title text, ${SYSTEM}, locale text);
  insert into wt_url_alias (id, document_id, url_path) values (1, 'alias', '/winter'), (2, 'other', '/summer');
  insert into tags_url_alias_lnk select 1, id, 1, 1 from tags where label = 'tag 4 winter';
  insert into menus (id, document_id, title) values (1, 'main', 'Main');
  alter table up_users add nickname text;
  update up_users set nickname = 'Nick';
  update strapi_core_store_settings set value = '${JSON.stringify(recorded)}' where "key" = 'strapi_content_types_schema'`

describe.each(DATABASES)('content of plugins on %s', (kind) => {
  let folder: string
  let database: string
  let drop: () => Promise<unknown> = async () => {}

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-plugins-'))
    cpSync(fixture('magazine'), folder, { recursive: true })
    if (kind === 'SQLite') {
      database = join(folder, 'data.db')
      cpSync(fixture('magazine.sqlite'), database)
      const connection = new BetterSqlite3(database)
      connection.exec(TABLES)
      connection.close()
    } else {
      const made = await createMagazine()
      database = made.url
      drop = made.drop
      await runScript(made.url, TABLES)
    }
  })
  afterEach(async () => {
    await drop()
    rmSync(folder, { recursive: true })
  })

  it('is exported where content types lead to it, and named where none does', async () => {
    const archive = join(folder, 'out.tar')
    const exported = await exportProject({ project: folder, database, env: {}, archive })
    expect(exported.entries.get(alias)).toBe(2)
    expect([...exported.leftOut]).toEqual([[menu, 1]])
    const imported = importProject({ project: folder, database: join(folder, 'new.db'), env: {}, archive })
    const missing = [`${alias}: The project has no such type`, 'api::tag.tag.url_alias', 'user.nickname: The project']
    for (const message of missing) await expect(imported).rejects.toThrow(message)
  })
})
