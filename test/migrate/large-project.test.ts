/** The number of statements of a migration of many tables, and its result, which equals that of a small one. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BACKENDS } from '../../src/dialects/backends.ts'
import { findMiscounts } from '../../src/open/migration/find-miscounts.ts'
import { foreseeStart } from '../../src/open/migration/foresee-start.ts'
import type { MigrateProgress } from '../../src/open/migration/migrate-project.ts'
import { keysOf } from '../../src/vocabulary/keys-of.ts'
import { PLACES, type Place, type Schemas } from './places.ts'

/** Enough of them for more than 500 triggers. */
const SCHEMAS: Schemas = {
  types: Object.fromEntries(
    Array.from({ length: 75 }, (_, number) => [`kind${number}`, { title: { type: 'string' } }]),
  ),
  draftAndPublish: true,
}

describe.each(keysOf(PLACES))('a project of many types on %s', (kind) => {
  let place: Place
  beforeEach(async () => {
    place = await PLACES[kind]()
    place.write(SCHEMAS)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await place.remove()
  })

  it('is migrated at once, with progress, and then has nothing to do', async () => {
    const seen: MigrateProgress[] = []
    const { changes } = await place.migrate({ onProgress: (progress) => seen.push(progress) })
    const total = seen.at(-1)?.total ?? 0
    expect(seen.map(({ done }) => done)).toEqual(Array.from({ length: total + 1 }, (_, done) => done))
    expect(total).toBeGreaterThan(changes.length)
    expect((await place.migrate()).changes).toEqual([])
  })

  it('counts its rows and records its changes', async () => {
    await place.migrate()
    await place.sql("insert into kind74s (title) values ('one'), ('two')")
    const counts = await place.sql("select sum(entries) from lectern_counts where table_name = 'kind74s'")
    expect(counts.map(([entries]) => Number(entries))).toEqual([2])
    expect(await findMiscounts({ project: place.folder, database: place.database, env: {} })).toEqual([])
  })

  it('is inspected once to see what a start would change', async () => {
    await place.migrate()
    const backend = BACKENDS[kind === 'SQLite' ? 'sqlite' : 'postgres']
    const statements: string[] = []
    const { open } = backend
    vi.spyOn(backend, 'open').mockImplementation(async (...given) => {
      const opened = await open(...given)
      const run: typeof opened.database.run = (statement, ...more) => {
        statements.push(statement.text)
        return opened.database.run(statement, ...more)
      }
      return { ...opened, database: { ...opened.database, run } }
    })
    const { isUpToDate } = await foreseeStart({ project: place.folder, database: place.database, env: {} })
    expect(isUpToDate).toBe(true)
    expect(statements.filter((text) => text.startsWith("select 'column'"))).toHaveLength(1)
  })
})
