/** The recorded project with extensions on, on either database. */

import { openProject, type Profile } from '../../src/index.ts'
import type { Extension } from '../../src/vocabulary/extensions.ts'
import { type Asker, askerOf } from '../support/ask.ts'
import { fixture } from '../support/fixture.ts'
import { createMagazine } from '../support/postgres.ts'

export const DATABASES = ['SQLite', 'PostgreSQL'] as const
export type DatabaseKind = (typeof DATABASES)[number]

export interface ExtendedMagazine extends Asker {
  readonly lectern: Awaited<ReturnType<typeof openProject>>
  close(): Promise<void>
}

export async function openExtended(
  kind: DatabaseKind,
  extensions: readonly Extension[],
  profile: Profile = 'contract',
): Promise<ExtendedMagazine> {
  const postgres = kind === 'PostgreSQL' ? await createMagazine() : null
  const database = postgres?.url ?? fixture('magazine.sqlite')
  const lectern = await openProject({
    project: fixture('magazine'),
    database,
    profile,
    extensions,
    env: { TZ: 'UTC' },
  })
  return {
    lectern,
    ...askerOf(lectern),
    close: async () => {
      await lectern.close()
      await postgres?.drop()
    },
  }
}
