/** The recorded project on either database, with extensions. */

import { type Lectern, type OpenOptions, openProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { createMagazine } from '../support/postgres.ts'
import type { DatabaseKind } from '../writes/site.ts'

export interface Opened {
  readonly lectern: Lectern
  close(): Promise<void>
}

export type OnOptions = Pick<OpenOptions, 'extensions' | 'profile' | 'env'> & Partial<Pick<OpenOptions, 'project'>>

export async function openMagazineOn(kind: DatabaseKind, options: OnOptions): Promise<Opened> {
  const database = kind === 'SQLite' ? null : await createMagazine()
  const lectern = await openProject({
    project: fixture('magazine'),
    database: database?.url ?? fixture('magazine.sqlite'),
    env: {},
    ...options,
  })
  return {
    lectern,
    close: async () => {
      await lectern.close()
      await database?.drop()
    },
  }
}
