/** SQLite's plans for the queries of the benchmark, on the recorded project with Lectern's indexes. */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queriesFor } from '../../bench/queries.ts'
import type { UrlAdvice } from '../../src/answer/advise-reads.ts'
import { sqliteSyntax } from '../../src/dialects/sqlite/syntax.ts'
import { adviseProject } from '../../src/operate/advise-project.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { createIndex } from '../../src/sql/ddl-parts.ts'
import { render } from '../../src/sql/sql.ts'
import { defineTables } from '../../src/tables/define-tables.ts'
import { fixture } from '../support/fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-plans-'))
const file = join(folder, 'magazine.sqlite')
const queries = queriesFor(1)
let advice: ReadonlyMap<string, UrlAdvice>

beforeAll(async () => {
  copyFileSync(fixture('magazine.sqlite'), file)
  await addIndexes()
  const urls = queries.map(({ path }) => path)
  const { urls: found } = await adviseProject({
    project: fixture('magazine'),
    database: file,
    profile: 'strapi',
    env: {},
    urls,
  })
  advice = new Map(found.map((one) => [one.url, one]))
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function addIndexes(): Promise<void> {
  const { schema } = await loadProject(fixture('magazine'), {}, {})
  const connection = new BetterSqlite3(file)
  for (const { name, indexes } of defineTables(schema)) {
    const ours = indexes.filter((index) => index.name.startsWith('lectern_'))
    const there = ours.filter(({ columns }) => hasColumns(connection, name, columns))
    for (const index of there) connection.exec(render(createIndex(name, index), sqliteSyntax).text)
  }
  connection.close()
}

/** A database created by Strapi lacks a few of Lectern's tables. */
function hasColumns(connection: BetterSqlite3.Database, table: string, columns: readonly string[]): boolean {
  const found = (connection.pragma(`table_info("${table}")`) as { readonly name: string }[]).map(({ name }) => name)
  return columns.every((column) => found.includes(column))
}

/**
 * Expected scans: a word inside a text needs one, and a type without versions is counted and paginated by its primary
 * key.
 */
const SCANS: Readonly<Record<string, readonly string[]>> = {
  'filter-relations': ['authors'],
  'or-relation': ['authors'],
  reviews: ['reviews', 'reviews'],
}

describe('with our indexes', () => {
  it.each(queries)('$name scans no table where an index serves', ({ name, path }) => {
    const plan = advice.get(path)?.before.plan ?? []
    const scans = plan.flatMap(
      (line) => /^ *SCAN (\w+) as t\d+|^ *SCAN (reviews)\b/.exec(line)?.slice(1).filter(Boolean) ?? [],
    )
    expect(plan.length).toBeGreaterThan(3)
    expect(scans).toEqual(SCANS[name] ?? [])
  })

  it('the page of a plain list is read, and counted, from the index of its version and locale', () => {
    const plan = advice.get('/api/articles')?.before.plan.join('\n') ?? ''
    expect(plan.match(/SEARCH articles as t\d USING (COVERING )?INDEX lectern_articles_published/g)).toHaveLength(2)
  })
})
