/** The recorded project on both databases, with an extension on. */

import { type Lectern, openProject } from '../../src/index.ts'
import type { Extension } from '../../src/vocabulary/extensions.ts'
import { fixture } from '../support/fixture.ts'
import { createMagazine } from '../support/postgres.ts'

export interface Magazines {
  readonly sqlite: Lectern
  readonly postgres: Lectern
  close(): Promise<void>
}

export async function openMagazines(extensions: readonly Extension[]): Promise<Magazines> {
  const options = { project: fixture('magazine'), profile: 'strapi', env: { TZ: 'UTC' }, extensions } as const
  const database = await createMagazine()
  const sqlite = await openProject({ ...options, database: fixture('magazine.sqlite') })
  const postgres = await openProject({ ...options, database: database.url })
  return {
    sqlite,
    postgres,
    close: async () => {
      await sqlite.close()
      await postgres.close()
      await database.drop()
    },
  }
}
