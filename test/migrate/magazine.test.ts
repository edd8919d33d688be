/** The recorded project: on a database that Lectern makes for it, and on the one that Strapi made. */

import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { type Lectern, migrateProject, openProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { AS_FULL_ACCESS } from '../support/magazine.ts'
import { createDatabase, createMagazine, runScript } from '../support/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-adopt-'))
const cleanups: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
  rmSync(folder, { recursive: true, force: true })
})

interface Kind {
  /** Where there is nothing yet. */
  empty(): Promise<string>
  /** Made by Strapi. */
  recorded(): Promise<string>
  run(database: string, statement: string): Promise<void>
}

const KINDS: Readonly<Record<string, Kind>> = {
  SQLite: {
    empty: async () => join(folder, 'new.db'),
    recorded: async () => {
      copyFileSync(fixture('magazine.sqlite'), join(folder, 'recorded.db'))
      return join(folder, 'recorded.db')
    },
    run: async (database, statement) => {
      const connection = new BetterSqlite3(database)
      connection.exec(statement)
      connection.close()
    },
  },
  PostgreSQL: {
    empty: async () => temporary(await createDatabase()),
    recorded: async () => temporary(await createMagazine()),
    run: runScript,
  },
}

function temporary({ url, drop }: { readonly url: string; readonly drop: () => Promise<void> }): string {
  cleanups.push(drop)
  return url
}

const project = { project: fixture('magazine'), env: {} }

async function answers(lectern: Lectern, paths: readonly string[]): Promise<readonly unknown[]> {
  const ask = async (path: string) => {
    const response = await lectern.fetch(path, { headers: AS_FULL_ACCESS })
    return { path, status: response.status, body: (await response.json()) as unknown }
  }
  return Promise.all(paths.map(ask))
}

const LISTS = ['articles', 'authors', 'categories', 'comments', 'memos', 'press-releases', 'reviews', 'tags'].map(
  (plural) => `/api/${plural}?populate=*&status=draft`,
)

describe.each(Object.entries(KINDS))('on %s', (kind, { empty, recorded, run }) => {
  it('a new database serves every type, empty', async () => {
    const database = await empty()
    const lectern = await openProject({ ...project, database, migrate: true })
    cleanups.unshift(() => lectern.close())
    // The token of the recorded database.
    const tokens = new BetterSqlite3(fixture('magazine.sqlite'), { readonly: true })
    const hash = tokens.prepare("select access_key from strapi_api_tokens where name = 'lab-full-access'").pluck().get()
    tokens.close()
    await run(database, `insert into strapi_api_tokens (type, access_key) values ('full-access', '${hash}')`)
    for (const answer of await answers(lectern, LISTS)) {
      expect(answer).toMatchObject({ status: 200, body: { data: [], meta: { pagination: { total: 0 } } } })
    }
    expect(await answers(lectern, ['/api/homepage?populate=*'])).toMatchObject([{ status: 404 }])
  })

  describe('a database that Strapi made', () => {
    it('is refused, and not touched', async () => {
      const database = await recorded()
      await expect(migrateProject({ ...project, database })).rejects.toThrow(/Strapi made this database.*--adopt/)
      const lectern = await openProject({ ...project, database, migrate: true })
      expect(lectern.notices).toEqual([])
      await lectern.close()
      if (kind === 'SQLite') expect(readFileSync(database).equals(readFileSync(fixture('magazine.sqlite')))).toBe(true)
    })

    it('gets, when it is adopted, indexes, a column for ids of components, notes of its changes and numbers of its rows', async () => {
      const database = await recorded()
      const before = await openProject({ ...project, database })
      const answered = await answers(before, LISTS)
      await before.close()
      const { changes, ownership } = await migrateProject({ ...project, database, adopt: true })
      expect(ownership).toBe('strapi')
      const kinds = changes.map(
        ({ text }) =>
          /^(create table lectern_|add foreign keys of lectern_|create index lectern_|add column \S+\.document_id|give|track changes|count the rows|record)/.exec(
            text,
          )?.[1],
      )
      expect(kinds).not.toContain(undefined)
      expect(kinds.filter((text) => text?.startsWith('add column'))).toHaveLength(10)
      expect(kinds.filter((text) => text?.startsWith('create table'))).toHaveLength(3)
      const after = await openProject({ ...project, database, migrate: true })
      cleanups.unshift(() => after.close())
      expect(after.notices).toEqual([])
      expect(await answers(after, LISTS)).toEqual(answered)
    })
  })
})

/** Column types, indexes and constraints of each table, as the server describes them. */
const LAYOUT = `
  select table_name::text, 'column ' || ordinal_position || ' ' || column_name || ' ' || data_type || ' ' ||
    coalesce(character_maximum_length::text, '') || ' ' || coalesce(numeric_precision::text, '') || ' ' ||
    coalesce(numeric_scale::text, '') || ' ' || coalesce(datetime_precision::text, '') || ' ' || is_nullable || ' ' ||
    coalesce(column_default, '')
  from information_schema.columns where table_schema = 'public'
  union all select tablename::text, indexdef from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  order by 1, 2`

async function layout(url: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<[string, string]>({ text: LAYOUT, rowMode: 'array' })
  await client.end()
  const tables = new Map<string, string[]>()
  for (const [table, part] of rows) tables.set(table, [...(tables.get(table) ?? []), part])
  return tables
}

it('on PostgreSQL the tables are those of Strapi', async () => {
  const database = temporary(await createDatabase())
  await migrateProject({ ...project, database })
  const [ours, theirs] = [await layout(database), await layout(temporary(await createMagazine()))]
  let compared = 0
  for (const [table, parts] of ours) {
    if (table.startsWith('lectern_')) continue
    const isComponent = /^components_.*(?<!_lnk|_cmps)$/.test(table)
    expect({ table, parts: comparable(parts, isComponent) }).toEqual({
      table,
      parts: comparable(theirs.get(table) ?? [], false),
    })
    compared += 1
  }
  expect(compared).toBe(68)
})

/** Without our additions, which move the columns of components by one. */
function comparable(parts: readonly string[], isComponent: boolean): readonly string[] {
  return parts
    .filter((part) => !part.includes(' lectern_') && !(isComponent && /^column \d+ document_id /.test(part)))
    .map((part) =>
      part.replace(
        /^column (\d+)/,
        (_, position) => `column ${Number(position) - (isComponent && Number(position) > 1 ? 1 : 0)}`,
      ),
    )
    .sort()
}
