/** A token that may find less than the public, and data reduced to what its callers may see. */

import type Sqlite from 'better-sqlite3'
import type { Project } from '../../src/project/load-project.ts'
import type { ContentType } from '../../src/schema/schema.ts'
import { changeHidden } from './changed-data.ts'

const FOUND = ['article', 'author', 'comment']

export const isFoundByToken = ({ singularName }: ContentType): boolean => FOUND.includes(singularName)

/** Limits the read-only tokens to these actions on the types that they may find, and to `more`. */
export function limitTokens(database: Sqlite.Database, actions: readonly string[], more: readonly string[] = []): void {
  const tokens = database.prepare(`select id from strapi_api_tokens where type = 'read-only'`).pluck().all()
  database.exec(`update strapi_api_tokens set type = 'custom' where type = 'read-only'`)
  const permit = database.prepare('insert into strapi_api_token_permissions (action) values (?)')
  const link = database.prepare(
    'insert into strapi_api_token_permissions_token_lnk (api_token_permission_id, api_token_id) values (?, ?)',
  )
  const ofTypes = FOUND.flatMap((name) => actions.map((action) => `api::${name}.${name}.${action}`))
  for (const action of [...ofTypes, ...more]) {
    for (const token of tokens) link.run(permit.run(action).lastInsertRowid, token)
  }
}

/** Deletes drafts and the types that the token may not find, and changes the values of other hidden data. */
export function removeHidden(
  database: Sqlite.Database,
  project: Project,
  isFound: (type: ContentType) => boolean,
): void {
  changeHidden(database, project)
  for (const type of project.schema.contentTypes.values()) {
    const table = project.tables.get(type.uid)?.table
    if (table === undefined) continue
    if (type.hasRoutes && !isFound(type)) database.exec(`delete from "${table}"`)
    else if (type.draftAndPublish) database.exec(`delete from "${table}" where published_at is null`)
  }
}
