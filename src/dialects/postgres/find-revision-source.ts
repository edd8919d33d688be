/** Chooses how changes of this database are detected; called once, at startup. */

import type { ClientBase } from 'pg'
import { isLostConnection } from './error-codes.ts'
import { type RevisionSource, revisionAlone } from './revision-source.ts'
import { findRecords } from './revisions.ts'
import { isPlainPostgres, snapshotRevisions } from './snapshot-revisions.ts'

/**
 * Triggers are preferred: their records name the changed table, and replicas have them, too. A replica cannot tell
 * whether it has reached the primary's snapshot. Null if changes cannot be detected exactly.
 */
export async function findRevisionSource(client: ClientBase, hasReplicas: boolean): Promise<RevisionSource | null> {
  const records = await findRecords(client)
  if (records !== null || hasReplicas) return records
  if (isPlainPostgres(await versionOf(client)) && (await isAllowed(client, snapshotRevisions))) return snapshotRevisions
  return null
}

async function versionOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query<[string]>({ text: 'select version()', rowMode: 'array' })
  return String(rows[0]?.[0])
}

/** A role may lack the permission to call these functions, which must not make reads fail. */
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
