/**
 * Identifies the state that a project was opened from: the database file, the records of content types in it, and component
 * files.
 */

import type { Identity } from '../dialects/backend.ts'
import type { OpenApp } from './open-app.ts'

/** Milliseconds between checks of the records. Outdated content types would show drafts. */
const RECORD_INTERVAL = 500
/** The same for files of components. */
const COMPONENT_INTERVAL = 2_000

export function identityOf({ identity, record }: Pick<OpenApp, 'identity' | 'record'>): string {
  return JSON.stringify([identity, record?.own ?? null, record?.strapi ?? null, record?.components ?? null])
}

/**
 * Whether what is there now may be brought up to date with the schema files: another database file, or one that Strapi has
 * started with. If another server, or `lectern migrate`, has migrated the one that was opened, it may have newer schema files;
 * and files that were edited may wait for Strapi's next start.
 */
export function mayBeMigrated(found: string, { identity, record }: Pick<OpenApp, 'identity' | 'record'>): boolean {
  const [file, own, strapi] = JSON.parse(found) as readonly (string | null)[]
  if (file !== identity) return true
  return own === (record?.own ?? null) && strapi !== (record?.strapi ?? null)
}

/** Whether Strapi has started, or is starting, with a database that Lectern has added to. */
export function isStartedByStrapi(found: string, { identity, record }: Pick<OpenApp, 'identity' | 'record'>): boolean {
  const [file, , strapi] = JSON.parse(found) as readonly (string | null)[]
  return file === identity && record !== null && record.own !== null && strapi !== record.strapi
}

/** `findFile`: null where no file can take the database's place. */
export function createFindIdentity(findFile: Identity | null) {
  let readFrom: OpenApp | null = null
  let recordAt = 0
  let componentsAt = 0
  let record: OpenApp['record'] = null

  /** A database that cannot be read has no news. */
  async function findRecord(opened: OpenApp, isUrgent: boolean): Promise<OpenApp['record']> {
    if (opened.record === null) return null
    const now = performance.now()
    const isKnown = readFrom === opened && !isUrgent
    if (isKnown && now - recordAt < RECORD_INTERVAL) return record
    const known = isKnown && now - componentsAt < COMPONENT_INTERVAL ? record : null
    record = await opened.recorded(known).catch(() => opened.record)
    readFrom = opened
    recordAt = now
    if (known === null) componentsAt = now
    return record
  }

  return async (opened: OpenApp, isUrgent: boolean): Promise<string | null> => {
    const file = findFile === null ? null : await findFile()
    if (findFile !== null && file === null) return null
    return identityOf({ identity: file, record: await findRecord(opened, isUrgent) })
  }
}
