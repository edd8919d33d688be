import type Database from 'better-sqlite3'
import { copiedTables, isCopied, tableNames } from './copied-tables.ts'

/** Targets of polymorphic ids, which have no foreign keys: the check follows them by itself. */
const tableOfType: Readonly<Record<string, string>> = {
  'api::article.article': 'articles',
  'api::author.author': 'authors',
  'api::press-release.press-release': 'pr_items',
  'api::tag.tag': 'tags',
  'blocks.accordion': 'components_blocks_accordions',
  'blocks.cta': 'components_blocks_ctas',
  'blocks.gallery': 'components_blocks_gallerys',
  'blocks.hero': 'components_blocks_heros',
  'blocks.panel': 'components_blocks_panels',
  'blocks.quote': 'components_blocks_quotes',
  'shared.address': 'components_shared_addresss',
  'shared.link': 'components_shared_links',
  'shared.seo': 'components_shared_seos',
  'shared.social': 'components_shared_socials',
}

type Reference = { readonly table: string; readonly id: string; readonly type: string }

const polymorphicReference = (table: string): Reference | undefined => {
  if (table.endsWith('_cmps')) return { table, id: 'cmp_id', type: 'component_type' }
  if (table === 'files_related_mph') return { table, id: 'related_id', type: 'related_type' }
  if (table === 'comments_mentions_mph') return { table, id: 'mentions_id', type: 'mentions_type' }
  if (table === 'comments') return { table, id: 'target_id', type: 'target_type' }
  return undefined
}

const countOf = (db: Database.Database, sql: string, ...values: readonly unknown[]): number =>
  db
    .prepare(sql)
    .pluck()
    .get(...values) as number

export const countRows = (db: Database.Database, table: string): number =>
  countOf(db, `select count(*) from main."${table}"`)

const countDanglingOfType = (db: Database.Database, reference: Reference, type: string): number => {
  const target = tableOfType[type]
  if (target === undefined) throw new Error(`${reference.table} points to the type ${type}: add it to the check.`)
  const sql = `select count(*) from main."${reference.table}" as r where r."${reference.type}" = ?
    and not exists (select 1 from main."${target}" as t where t.id = r."${reference.id}")`
  return countOf(db, sql, type)
}

const typesOf = (db: Database.Database, reference: Reference): readonly string[] =>
  db
    .prepare(`select distinct "${reference.type}" from main."${reference.table}" where "${reference.type}" is not null`)
    .pluck()
    .all() as string[]

/** Rows whose polymorphic id references no row, by table. A database in use has some: media rows of deleted versions. */
export const danglingRows = (db: Database.Database): Readonly<Record<string, number>> => {
  const references = tableNames(db).flatMap((table) => polymorphicReference(table) ?? [])
  const count = (reference: Reference): number =>
    typesOf(db, reference).reduce((sum, type) => sum + countDanglingOfType(db, reference, type), 0)
  return Object.fromEntries(references.map((reference) => [reference.table, count(reference)]))
}

const expectEqual = (what: string, found: number, expected: number): void => {
  if (found !== expected) throw new Error(`${what}: found ${found}, expected ${expected}. Delete the file and retry.`)
}

const factorOf = (table: string, scale: number): number => (isCopied(table) ? scale : 1)

/** Compares the copy with its source; throws at the first difference. */
export const checkDatabase = (db: Database.Database, source: Database.Database, scale: number): void => {
  for (const table of tableNames(source))
    expectEqual(`Rows of ${table}`, countRows(db, table), countRows(source, table) * factorOf(table, scale))
  for (const { name } of copiedTables(source).filter((table) => table.hasDocuments)) {
    const documents = `select count(distinct document_id) from main."${name}"`
    expectEqual(`Documents of ${name}`, countOf(db, documents), countOf(source, documents) * scale)
  }
  expectEqual('Broken foreign keys', (db.pragma('foreign_key_check') as unknown[]).length, 0)
  const before = danglingRows(source)
  for (const [table, found] of Object.entries(danglingRows(db)))
    expectEqual(`Dangling rows of ${table}`, found, (before[table] ?? 0) * factorOf(table, scale))
}
