/**
 * Who may see drafts: callers who may find the type or, with `rest.drafts: granted`, callers with the permission
 * `findDrafts`.
 */

import type { ContentType } from '../schema/schema.ts'
import { type Caller, forbidden, may } from './caller.ts'
import type { VisibleSchema } from './visible-schema.ts'

/** The setting `rest.drafts`. */
type DraftRule = 'find' | 'granted'

export const FIND_DRAFTS = 'findDrafts'

export function mayFindDrafts(caller: Caller, uid: string, rule: DraftRule): boolean {
  return rule === 'find' || may(caller, `${uid}.${FIND_DRAFTS}`)
}

/** Types whose drafts do not exist for the caller, by UID. */
export function typesWithoutDrafts({ schema, caller }: VisibleSchema, rule: DraftRule): ReadonlySet<string> {
  const types = [...schema.contentTypes.values()].filter(({ draftAndPublish }) => draftAndPublish)
  return new Set(types.map(({ uid }) => uid).filter((uid) => !mayFindDrafts(caller, uid, rule)))
}

/** `asked`: whether the request reads drafts of this type. Without the permission that is a 403. */
export function authorizeDrafts(caller: Caller, type: ContentType, asked: boolean, rule: DraftRule): void {
  if (!asked || !type.draftAndPublish || mayFindDrafts(caller, type.uid, rule)) return
  throw forbidden(caller, `${type.uid}.${FIND_DRAFTS}`)
}
