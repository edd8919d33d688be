import { resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadProject, type Project } from '../../src/project/load-project.ts'
import { checkDatabase, type FoundTables } from '../../src/tables/check-database.ts'

const FOLDER = resolve(import.meta.dirname, '../fixtures/magazine')

function inspect(file: string): FoundTables {
  const database = new Sqlite(file, { readonly: true })
  const rows = database
    .prepare("select m.name, c.name from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'")
    .raw()
    .all() as [string, string][]
  database.close()
  const tables = new Map<string, Set<string>>()
  for (const [table, column] of rows) tables.set(table, (tables.get(table) ?? new Set()).add(column))
  return tables
}

describe('the magazine project', () => {
  let project: Project
  let found: FoundTables

  beforeAll(async () => {
    project = await loadProject(FOLDER, {}, {})
    found = inspect(String(project.settings.database.connection))
  })

  it('finds its own database and settings', () => {
    const connection = resolve(FOLDER, '../magazine.sqlite')
    expect(project.settings.database).toMatchObject({ client: 'sqlite', connection })
    expect(project.settings.secrets).toEqual({
      apiTokenSalt: 'apitokensalt',
      jwtSecret: 'jwtsecret',
      jwtAlgorithm: 'HS256',
      jwtIssuer: null,
      jwtAudience: null,
      jwtPrivateKey: null,
      jwtPublicKey: null,
      previousSalts: [],
      previousJwtSecrets: [],
      metricsToken: null,
    })
  })

  it('derives only tables and columns that a database written by Strapi has', () => {
    expect(checkDatabase(project.schema, project.tables, found).problems).toEqual([])
  })

  it('derives the two link tables whose names are shortened', () => {
    const hops = project.tables.get('api::quarterly-performance-report.quarterly-performance-report')?.hops
    expect(hops?.get('associatedDepartmentCoordinators')?.via?.table).toBe(
      'quarterly_performanc8d9bc_associated_departmen76083_lnk',
    )
    expect(hops?.get('previousComparablePerformanceReport')?.via).toEqual({
      table: 'quarterly_performanc8d9bc_previous_comparable_2d352_lnk',
      near: 'quarterly_performance_report_id',
      far: 'inv_quarterly_performance_report_id',
      where: [],
      order: null,
      ofOne: true,
    })
  })

  it('leaves out the documentId of components, which that database has no column for', () => {
    const checked = checkDatabase(project.schema, project.tables, found)
    expect(project.schema.components.get('shared.seo')?.attributes.has('documentId')).toBe(true)
    expect(checked.schema.components.get('shared.seo')?.attributes.has('documentId')).toBe(false)
    expect(checked.tables.get('shared.seo')?.columns.has('documentId')).toBe(false)
    expect(checked.schema.contentTypes.get('plugin::upload.file')?.attributes.has('focalPoint')).toBe(true)
  })

  it('keeps attributes in the order of responses', () => {
    const names = [...(project.schema.contentTypes.get('api::tag.tag')?.attributes.keys() ?? [])]
    expect(names).toEqual([
      'id',
      'documentId',
      'label',
      'color',
      'priority',
      'createdAt',
      'updatedAt',
      'publishedAt',
      'createdBy',
      'updatedBy',
      'locale',
      'localizations',
    ])
  })
})
