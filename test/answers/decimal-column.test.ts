/** A biginteger with a decimal column in its schema, in which SQLite stores floating-point numbers. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'

it('shows whole numbers without a fraction, and finds them by their text', async () => {
  const project = mkdtempSync(join(tmpdir(), 'lectern-decimal-'))
  cpSync(fixture('magazine'), project, { recursive: true })
  const file = join(project, 'src/api/tag/content-types/tag/schema.json')
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { readonly attributes: object }
  const area = { type: 'biginteger', column: { type: 'decimal' } }
  writeFileSync(file, JSON.stringify({ ...schema, attributes: { ...schema.attributes, area } }))
  const database = join(project, 'data.db')
  cpSync(fixture('magazine.sqlite'), database)
  const script =
    'alter table tags add column area float; update tags set area = 9007502 where id = 1; update tags set area = 1.5 where id = 2;'
  new BetterSqlite3(database).exec(script).close()
  const lectern = await openProject({ project, database, env: {} })
  const areas = async (query: string) => {
    const response = await lectern.fetch(`/api/tags?fields=area&sort=id&pagination[pageSize]=3&${query}`)
    const { data } = (await response.json()) as { readonly data: readonly { readonly area: string | null }[] }
    return data.map((tag) => tag.area)
  }
  expect(await areas('')).toEqual(['9007502', '1.5', null])
  expect(await areas('filters[area][$endsWith]=502')).toEqual(['9007502'])
  expect(await areas('filters[area]=9007502')).toEqual(['9007502'])
  await lectern.close()
  rmSync(project, { recursive: true })
})
