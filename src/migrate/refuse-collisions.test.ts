import { expect, it } from 'vitest'
import { sqliteDdl } from '../dialects/sqlite/ddl.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { refuseCollisions } from './refuse-collisions.ts'

const table: TableDefinition = { name: 'lectern_talks', columns: [], indexes: [], foreignKeys: [] }

it('refuses a new table that is named like those of Lectern, and leaves one alone that is there', () => {
  expect(() => refuseCollisions([table], sqliteDdl)).toThrow('table lectern_talks')
  expect(() => refuseCollisions([table], sqliteDdl, new Set(['lectern_talks']))).not.toThrow()
})
