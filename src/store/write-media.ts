/** The files at a media attribute of a row. */

import { ApiError } from '../errors/api-error.ts'
import { FILE_UID, type MediaAttribute, type Model } from '../schema/schema.ts'
import { bind, join, name, sql } from '../sql/sql.ts'
import { tableOf } from '../tables/tables.ts'
import { deleteLinks, insertLinks, linkOf } from './links.ts'
import type { Store } from './store.ts'

export async function writeMedia(
  store: Store,
  owner: Model,
  ownerId: number,
  attribute: MediaAttribute,
  files: readonly number[],
): Promise<void> {
  await refuseMissing(store, files)
  const link = linkOf(store, owner, attribute)
  await deleteLinks(store, link, ownerId)
  const added = files.map((far, index) => ({ far, order: index + 1, otherOrder: null }))
  await insertLinks(store, link, ownerId, added)
}

async function refuseMissing(store: Store, files: readonly number[]): Promise<void> {
  const wanted = new Set(files)
  if (wanted.size === 0) return
  const ids = join([...wanted].map(bind), ', ')
  const found = await store.run(
    sql`select "id" from ${name(tableOf(store.tables, FILE_UID).table)} where "id" in (${ids})`,
  )
  const missing = wanted.size - found.length
  if (missing === 0) return
  throw new ApiError('VALUE_INVALID', {
    message: `${missing} relation(s) of type ${FILE_UID} associated with this entity do not exist`,
  })
}
