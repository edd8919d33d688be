import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { render } from '../../sql/sql.ts'
import type { Statement } from '../../sql/statement.ts'
import { batchTriggers } from './batch-triggers.ts'
import { countTable, createCounting } from './counts.ts'
import { Sqlite } from './driver.ts'
import { sqliteSyntax } from './syntax.ts'
import { createTracking, trackTable } from './tracking.ts'
import { connectForWriting } from './writing-connection.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-triggers-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** One table name differs in case from that in its triggers, as in a database of another program. */
const TABLES = ['notes', 'a "quoted" one', 'Pages']
const NAMED = ['notes', 'a "quoted" one', 'pages']

const tables: readonly Statement[] = TABLES.map((table) => ({
  text: `create table "${table.replaceAll('"', '""')}" ("id" integer primary key, "locale" text, "published_at" integer)`,
  values: [],
}))

const triggers: readonly Statement[] = [
  ...createTracking,
  ...createCounting,
  ...NAMED.flatMap((table) => [...trackTable(table, 'published_at'), ...countTable(table)]),
].map((statement) => render(statement, sqliteSyntax))

function migrated(file: string, statements: readonly Statement[]): string {
  const path = join(folder, file)
  const connection = connectForWriting({ file: path, populatedRows: 1 })
  connection.do('begin')
  for (const statement of statements) connection.do(statement)
  connection.do('commit')
  connection.close()
  return path
}

/** The rows, sorted. */
function rowsIn(file: string, question: string): readonly unknown[] {
  const connection = new Sqlite(file)
  const rows = connection.prepare(question).raw().all()
  connection.close()
  return rows.map((row) => JSON.stringify(row)).sort()
}

const SCHEMA = "select type, name, tbl_name, sql from sqlite_master where name not like 'sqlite_%'"
const together = batchTriggers(triggers, 2)

describe('batchTriggers', () => {
  it('creates the same schema with fewer statements', () => {
    const creates = ({ text }: Statement) => text.startsWith('create trigger')
    expect(triggers.filter(creates).length).toBe(34)
    expect(together.filter(creates)).toHaveLength(1)
    const [alone, all] = [migrated('alone.db', [...tables, ...triggers]), migrated('all.db', [...tables, ...together])]
    expect(rowsIn(all, SCHEMA)).toEqual(rowsIn(alone, SCHEMA))
    expect(rowsIn(all, 'pragma integrity_check')).toEqual(['["ok"]'])
  })

  it('does not change a few triggers', () => {
    expect(batchTriggers(triggers)).toBe(triggers)
  })

  it('creates working triggers, also for connections that were open before', () => {
    const file = migrated('open.db', tables)
    const other = new Sqlite(file)
    other.prepare('select count(*) from sqlite_master').get()
    migrated('open.db', together)
    other.exec('insert into "Pages" ("locale") values (\'en\'), (\'en\')')
    other.close()
    expect(rowsIn(file, 'select table_name, locale, entries from lectern_counts')).toEqual(['["pages","en",2]'])
  })

  it('adds missing triggers, which are dropped with their table', () => {
    const file = migrated('again.db', [...tables, ...together])
    const all = rowsIn(file, SCHEMA)
    migrated('again.db', [{ text: 'drop trigger lectern_count_insert_pages', values: [] }, ...together])
    expect(rowsIn(file, SCHEMA)).toEqual(all)
    migrated('again.db', [{ text: 'drop table "Pages"', values: [] }])
    expect(rowsIn(file, "select name from sqlite_master where name like '%_pages' escape '\\'")).toEqual([])
  })

  it('lets no other statement write to the schema, even afterwards', () => {
    const connection = connectForWriting({ file: join(folder, 'guarded.db'), populatedRows: 1 })
    for (const statement of [...tables, ...together]) connection.do(statement)
    const write = () => connection.do({ text: "update sqlite_master set sql = '' where type = 'trigger'", values: [] })
    expect(write).toThrow('may not be modified')
    connection.close()
  })

  it('changes nothing if a trigger cannot be parsed', () => {
    const file = migrated('broken.db', tables)
    const before = rowsIn(file, SCHEMA)
    const broken = triggers.map(({ text, values }) => ({
      text: text.replace(/ begin .*$/s, ' begin nonsense; end'),
      values,
    }))
    expect(() => migrated('broken.db', batchTriggers(broken, 2))).toThrow('malformed database schema')
    expect(rowsIn(file, SCHEMA)).toEqual(before)
  })
})
