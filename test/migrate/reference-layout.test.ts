/** The tables that Lectern creates are those of Strapi, apart from the additions named here. */

import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqliteDdl } from '../../src/dialects/sqlite/ddl.ts'
import { sqliteSyntax } from '../../src/dialects/sqlite/syntax.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { render } from '../../src/sql/sql.ts'
import { defineTables } from '../../src/tables/define-tables.ts'
import type { TableDefinition } from '../../src/tables/table-definition.ts'
import { fixture } from '../support/fixture.ts'

interface Table {
  readonly columns: readonly string[]
  readonly indexes: readonly string[]
  readonly foreignKeys: readonly string[]
}

let definitions: readonly TableDefinition[]
/** Tables that Strapi does not have. */
let added: readonly TableDefinition[]
let components: ReadonlySet<string>
const reference = new BetterSqlite3(fixture('magazine.sqlite'), { readonly: true })
const created = new BetterSqlite3(':memory:')

beforeAll(async () => {
  const { schema, tables } = await loadProject(fixture('magazine'), {}, {})
  const all = defineTables(schema)
  added = all.filter(({ name }) => name.startsWith('lectern_'))
  definitions = all.filter((definition) => !added.includes(definition))
  components = new Set([...schema.components.keys()].map((uid) => tables.get(uid)?.table ?? ''))
  for (const definition of definitions) {
    for (const statement of sqliteDdl.createTable(definition)) created.exec(render(statement, sqliteSyntax).text)
  }
})

afterAll(() => {
  reference.close()
  created.close()
})

type Pragma = Readonly<Record<string, string | number | null>>

function read(database: BetterSqlite3.Database, table: string): Table {
  const pragma = (name: string, of: string) => database.pragma(`${name}("${of}")`) as Pragma[]
  return {
    columns: pragma('table_info', table).map(
      ({ name, type, notnull, dflt_value, pk }) =>
        `${name} ${String(type).toLowerCase()} ${notnull} ${dflt_value} ${pk}`,
    ),
    indexes: pragma('index_list', table)
      .map(({ name, unique }) => {
        const columns = pragma('index_info', String(name)).map((column) => column.name)
        return `${name} ${unique} (${columns.join(', ')})`
      })
      .sort(),
    // Strapi declares each of them twice.
    foreignKeys: [
      ...new Set(
        pragma('foreign_key_list', table).map(
          ({ from, table: target, to, on_delete }) => `${from} → ${target}.${to} ${on_delete}`,
        ),
      ),
    ].sort(),
  }
}

function withoutAdditions(table: Table, isComponent: boolean): Table {
  return {
    ...table,
    columns: table.columns.filter((column) => !(isComponent && column.startsWith('document_id '))),
    indexes: table.indexes.filter((index) => !index.startsWith('lectern_')),
  }
}

const tablesOf = (database: BetterSqlite3.Database) =>
  database.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").pluck().all()

describe('on SQLite', () => {
  it('every table is one of the reference layout', () => {
    expect(tablesOf(created)).toHaveLength(definitions.length)
    expect(tablesOf(reference)).toEqual(expect.arrayContaining(tablesOf(created)))
  })

  it('no table of the project is missing', () => {
    const serviceTable =
      /^(admin_(?!users$)|strapi_(?!api_token|core_store|migrations_internal|webhooks)|.*_admin_user_owner_lnk$)/
    const expected = tablesOf(reference).filter((name) => !serviceTable.test(String(name)))
    expect([...tablesOf(created)].sort()).toEqual(expected.sort())
  })

  it('columns, indexes and foreign keys are the same', () => {
    for (const { name } of definitions) {
      const ours = withoutAdditions(read(created, name), components.has(name))
      expect({ name, ...ours }).toEqual({ name, ...read(reference, name) })
    }
  })

  it('foreign keys are named like the index on their column', () => {
    const text = (database: BetterSqlite3.Database, name: string) =>
      String(database.prepare('select sql from sqlite_master where name = ?').pluck().get(name))
    const constraints = (database: BetterSqlite3.Database, name: string) =>
      [...new Set(text(database, name).match(/constraint\s+["`][^"`]+["`]/gi))]
        .map((match) => match.split(/["`]/)[1])
        .sort()
    for (const { name } of definitions) expect(constraints(created, name)).toEqual(constraints(reference, name))
  })

  it('the additions are these', () => {
    const additions = definitions.flatMap(({ indexes }) => indexes.filter(({ name }) => name.startsWith('lectern_')))
    expect(additions.map(({ name, columns }) => `${name} (${columns.join(', ')})`).sort()).toMatchInlineSnapshot(`
      [
        "lectern_articles_by_slug (slug)",
        "lectern_articles_cmps_owner (cmp_id, component_type, entity_id)",
        "lectern_articles_draft (locale, id)",
        "lectern_articles_published (locale, id)",
        "lectern_authors_cmps_owner (cmp_id, component_type, entity_id)",
        "lectern_authors_draft (id)",
        "lectern_authors_published (id)",
        "lectern_categories_by_slug (slug)",
        "lectern_categories_locale (locale, id)",
        "lectern_comments_mentions_mph_read (mentions_id, mentions_type, field, order, comment_id)",
        "lectern_comments_target (target_type, target_id)",
        "lectern_components_blocks_accordions_cmps_owner (cmp_id, component_type, entity_id)",
        "lectern_components_blocks_ctas_cmps_owner (cmp_id, component_type, entity_id)",
        "lectern_components_blocks_heros_cmps_owner (cmp_id, component_type, entity_id)",
        "lectern_components_blocks_panels_cmps_owner (cmp_id, component_type, entity_id)",
        "lectern_components_shared_seos_cmps_owner (cmp_id, component_type, entity_id)",
        "lectern_files_related_mph_read (related_id, related_type, field, order, file_id)",
        "lectern_homepages_cmps_owner (cmp_id, component_type, entity_id)",
        "lectern_pr_items_cmps_owner (cmp_id, component_type, entity_id)",
        "lectern_pr_items_draft (id)",
        "lectern_pr_items_published (id)",
        "lectern_quarterly_performance_reports_cmps_owner (cmp_id, component_type, entity_id)",
        "lectern_strapi_api_tokens_by_access_key (access_key)",
      ]
    `)
    expect(added.map(({ name }) => name)).toEqual(['lectern_webhooks', 'lectern_outbox', 'lectern_leases'])
    for (const { name } of [...additions, ...added.flatMap(({ indexes }) => indexes)])
      expect(name.length).toBeLessThanOrEqual(55)
  })
})
