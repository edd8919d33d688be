/** What a project was opened from: the file of its database, and the records of content types in it. */

import type { Identity } from '../dialects/backend.ts'
import type { OpenApp } from './open-app.ts'

/** How often the records are read, in milliseconds. */
const RECORD_INTERVAL = 2_000

export function identityOf({ identity, record }: OpenApp): string {
  return `${identity ?? ''} ${record ?? ''}`
}

/** Whether what was found is in the file that was opened, or on the same server. */
export function isSameDatabase(found: string, { identity }: OpenApp): boolean {
  return found.startsWith(`${identity ?? ''} `)
}

/** `findFile`: null where no file can take the database's place. */
export function createFindIdentity(findFile: Identity | null) {
  let readFrom: OpenApp | null = null
  let readAt = 0
  let record: string | null = null

  /** A database that cannot be read has no news. */
  async function findRecord(opened: OpenApp, isUrgent: boolean): Promise<string | null> {
    if (opened.record === null) return null
    const isRecent = readFrom === opened && Date.now() - readAt < RECORD_INTERVAL
    if (isRecent && !isUrgent) return record
    record = await opened.recorded().catch(() => opened.record)
    readFrom = opened
    readAt = Date.now()
    return record
  }

  return async (opened: OpenApp, isUrgent: boolean): Promise<string | null> => {
    const file = findFile === null ? null : await findFile()
    if (findFile !== null && file === null) return null
    return identityOf({ ...opened, identity: file, record: await findRecord(opened, isUrgent) })
  }
}
