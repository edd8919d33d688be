import { describe, expect, it } from 'vitest'
import { buildSchema } from '../schema/build-schema.ts'
import { modelsOf } from '../schema/models.ts'
import type { SchemaFile } from '../schema/schema-file.ts'
import { checkDatabase, type FoundTables } from './check-database.ts'
import { columnsOf } from './needed-columns.ts'
import { tablesFromSchema } from './tables-from-schema.ts'

type Raw = Readonly<Record<string, unknown>>

function project(attributes: Raw) {
  const info = { singularName: 'article', pluralName: 'articles', displayName: 'Article' }
  const content = { collectionName: 'articles', info, attributes: { title: { type: 'string' }, ...attributes } }
  const files: readonly SchemaFile[] = [
    { kind: 'contentType', uid: 'api::article.article', name: 'article', file: 'a.json', content },
    {
      kind: 'component',
      uid: 'shared.seo',
      name: 'seo',
      file: 's.json',
      content: { collectionName: 'links', attributes: {} },
    },
  ]
  const { schema } = buildSchema(files, { privateAttributes: [], customFields: new Map() })
  return { schema, tables: tablesFromSchema(schema) }
}

/** A database that has everything the project needs, except for what is removed. */
function databaseOf({ schema, tables }: ReturnType<typeof project>, ...without: readonly string[]): FoundTables {
  const found = new Map<string, Set<string>>()
  for (const model of modelsOf(schema)) {
    for (const attribute of model.attributes.values()) {
      for (const { table, column } of columnsOf(tables, model, attribute)) {
        if (without.includes(table) || without.includes(`${table}.${column}`)) continue
        found.set(table, (found.get(table) ?? new Set()).add(column))
      }
    }
  }
  return found
}

function check(attributes: Raw, ...without: readonly string[]) {
  const wanted = project(attributes)
  return checkDatabase(wanted.schema, wanted.tables, databaseOf(wanted, ...without))
}

const USER = 'plugin::users-permissions.user'
const owner = { owner: { type: 'relation', relation: 'oneToOne', target: USER } }
const UP_TABLES = ['up_users', 'up_roles', 'up_permissions', 'up_users_role_lnk', 'up_permissions_role_lnk']

describe('checkDatabase', () => {
  it('reports nothing for a complete database', () => {
    const { problems, schema } = check(owner)
    expect(problems).toEqual([])
    expect(schema.components.get('shared.seo')?.attributes.has('documentId')).toBe(true)
  })

  it('leaves out relations whose explicit table or column does not exist', () => {
    const article = { type: 'relation', target: 'api::article.article' }
    const named = {
      column: { ...article, relation: 'oneToOne', joinColumn: { name: 'my_key' } },
      table: {
        ...article,
        relation: 'oneToMany',
        joinTable: { name: 'my_links', joinColumn: { name: 'a' }, inverseJoinColumn: { name: 'b' } },
      },
      any: {
        type: 'relation',
        relation: 'morphToOne',
        morphColumn: { typeColumn: { name: 'my_type' }, idColumn: { name: 'my_id' } },
      },
      back: { ...article, relation: 'morphMany', morphBy: 'any' },
    }
    const { problems, leftOut, schema } = check(named, 'articles.my_key', 'my_links', 'articles.my_id')
    expect(problems).toEqual([])
    expect(leftOut.map(({ path }) => path)).toEqual(
      ['column', 'table', 'any', 'back'].map((name) => `api::article.article, ${name}`),
    )
    expect(leftOut[1]?.message).toContain('column id of the table my_links')
    expect(
      Object.keys(named).filter((name) => schema.contentTypes.get('api::article.article')?.attributes.has(name)),
    ).toEqual([])
    expect(check(named).leftOut).toEqual([])
  })

  it('reports every table and column that is missing, each once', () => {
    const { problems } = check(owner, 'articles.title', 'articles.locale', 'articles_owner_lnk')
    expect(problems.map(({ path }) => path)).toEqual([
      'table articles, column title',
      'table articles_owner_lnk',
      'table articles, column locale',
    ])
    expect(problems[0]?.message).toContain('api::article.article, title')
  })

  it.each([
    ['lectern_schema', 'lectern migrate adds it'],
    ['strapi_database_schema', 'start the Strapi project once'],
    ['posts', 'it has no record of Strapi or Lectern either'],
  ])('says what adds it to a database that has %s', (table, advice) => {
    const wanted = project({})
    const found = new Map([...databaseOf(wanted, 'articles.title'), [table, new Set(['id'])]])
    const { problems } = checkDatabase(wanted.schema, wanted.tables, found)
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(advice)])
  })

  it('leaves out attributes whose column may be missing', () => {
    const { problems, schema, tables } = check({}, 'files.focal_point', 'links.document_id')
    expect(problems).toEqual([])
    expect(schema.contentTypes.get('plugin::upload.file')?.attributes.has('focalPoint')).toBe(false)
    expect(tables.get('plugin::upload.file')?.columns.has('focalPoint')).toBe(false)
    expect(schema.components.get('shared.seo')?.attributes.has('documentId')).toBe(false)
  })

  it('leaves out types of plugins that the project does not have', () => {
    const morph = { about: { type: 'relation', relation: 'morphToOne' } }
    const { problems, schema, tables } = check(morph, 'admin_users', ...UP_TABLES)
    expect(problems).toEqual([])
    expect(schema.contentTypes.has(USER)).toBe(false)
    expect(schema.contentTypes.get('api::article.article')?.attributes.has('createdBy')).toBe(false)
    expect(tables.get('api::article.article')?.arms.get('about')?.has(USER)).toBe(false)
  })

  it('misses such a type when the project leads to it', () => {
    expect(check(owner, ...UP_TABLES).problems.map(({ path }) => path)).toContain('table up_users')
    expect(check({ cover: { type: 'media' } }, 'files').problems.map(({ path }) => path)).toContain('table files')
  })

  it('says of an empty database that it is empty', () => {
    const { schema, tables } = project({})
    const { problems } = checkDatabase(schema, tables, new Map())
    expect(problems).toHaveLength(1)
    expect(problems[0]?.message).toContain('empty')
  })

  it.each<[string, Readonly<Record<string, readonly string[]>>]>([
    ['content tables', { articles: ['id', 'title'] }],
    ['link tables', { articles_author_links: ['id'] }],
    ['component tables', { articles_components: ['id'] }],
    ['media tables', { files_related_morphs: ['id'] }],
  ])('knows a database of Strapi 4 by its %s', (_what, found) => {
    const { schema, tables } = project({})
    const columns = new Map(Object.entries(found).map(([table, names]) => [table, new Set(names)]))
    const { problems } = checkDatabase(schema, tables, columns)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.message).toContain('Strapi 4')
  })

  it('does not take a table that is merely called so for one of Strapi 4', () => {
    const wanted = project({})
    const found = new Map(databaseOf(wanted)).set('quick_links', new Set(['id']))
    expect(checkDatabase(wanted.schema, wanted.tables, found).problems).toEqual([])
  })
})
