/** Asked once, at the start: how this database can tell that something has changed. */

import type { ClientBase } from 'pg'
import { isLostConnection } from './error-codes.ts'
import { type RevisionSource, revisionAlone } from './revision-source.ts'
import { isTracked, notedRevisions } from './revisions.ts'
import { isPlainPostgres, snapshotRevisions } from './snapshot-revisions.ts'

/**
 * Notes are better where there are some: they tell which table has changed, and replicas have them too. A replica cannot
 * tell whether it has what the primary's snapshot has. Null where nothing tells exactly.
 */
export async function findRevisionSource(client: ClientBase, hasReplicas: boolean): Promise<RevisionSource | null> {
  if (await isTracked(client)) return notedRevisions
  if (hasReplicas) return null
  if (isPlainPostgres(await versionOf(client)) && (await isAllowed(client, snapshotRevisions))) return snapshotRevisions
  return null
}

async function versionOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query<[string]>({ text: 'select version()', rowMode: 'array' })
  return String(rows[0]?.[0])
}

/** Functions can be taken away from a role; reads must not fail for that. */
async function isAllowed(client: ClientBase, source: RevisionSource): Promise<boolean> {
  try {
    await client.query(revisionAlone(source).text)
    await client.query(source.ofTables.text)
    return true
  } catch (error) {
    if (isLostConnection(error)) throw error
    return false
  }
}
