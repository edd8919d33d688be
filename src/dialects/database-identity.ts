import { stat } from 'node:fs/promises'
import type { DatabaseSettings } from '../config/settings.ts'
import { identityIn } from './sqlite/file-identity.ts'

/** Tells which database is there: another text when it was replaced as a whole, null while there is none. */
export type Identity = () => Promise<string | null>

/** Null for databases that cannot be replaced behind a connection: servers, and those in memory. */
export function databaseIdentity({ client, connection }: DatabaseSettings): Identity | null {
  const file = typeof connection === 'string' ? connection : connection.filename
  if (client !== 'sqlite' || typeof file !== 'string' || file === ':memory:') return null
  return async () => {
    try {
      return identityIn(await stat(file, { bigint: true }))
    } catch {
      return null
    }
  }
}
