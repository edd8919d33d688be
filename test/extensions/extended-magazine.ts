/** The recorded project with extensions, on either database, and requests to it. */

import type { Profile } from '../../src/index.ts'
import type { Extension } from '../../src/vocabulary/extensions.ts'
import { type Asker, askerOf } from '../support/ask.ts'
import type { DatabaseKind } from '../support/databases.ts'
import { type Opened, openMagazineOn } from './open-on.ts'

export type ExtendedMagazine = Opened & Asker

export async function openExtended(
  kind: DatabaseKind,
  extensions: readonly Extension[],
  profile: Profile = 'contract',
): Promise<ExtendedMagazine> {
  const opened = await openMagazineOn(kind, { extensions, profile, env: { TZ: 'UTC' } })
  return { ...opened, ...askerOf(opened.lectern) }
}
