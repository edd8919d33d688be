/**
 * When Strapi starts with Draft & Publish on for a type that it has recorded without, it makes drafts of all entries, and
 * deletes those that are there: what was written to them since Lectern made them is lost, and where drafts are linked to each
 * other, Strapi does not start. So what Lectern has switched on is switched on in Strapi's record, too.
 *
 * A server that starts does not do this: Strapi may be running with the older files, and then goes on writing entries without drafts.
 */

import type { Problem } from '../config/problem.ts'
import { isRecord, recordAt } from '../config/project-config.ts'
import { hasDrafts } from '../schema/recorded-types.ts'
import type { ContentType } from '../schema/schema.ts'
import { bind, sql } from '../sql/sql.ts'
import { assign, updateWhere } from '../sql/write-rows.ts'
import type { Step } from './step.ts'
import { CONTENT_TYPES_KEY, type NoteContext, parseTypes, SETTINGS_TABLE } from './strapi-note.ts'

/** Types whose Draft & Publish this migration switches on, and that Strapi has recorded without. */
export function switchedOn(context: NoteContext, steps: readonly Step[]): readonly ContentType[] {
  const { wish, recorded, strapi, ownership } = context
  if (ownership !== 'lectern') return []
  const types = parseTypes(strapi)
  const hadNone = (table: string) => recorded.get(table)?.versions?.draftAndPublish === false
  const tables = steps.flatMap((step) =>
    step.kind === 'noteVersions' && step.versions.draftAndPublish && hadNone(step.table) ? [step.table] : [],
  )
  return [...wish.schema.contentTypes.values()].filter(({ uid }) => {
    const type = types[uid]
    return isRecord(type) && !hasDrafts(type) && tables.includes(wish.places.get(uid)?.table ?? '')
  })
}

/** Strapi's record, with Draft & Publish of these types; null if Strapi has not written one. */
export function withDrafts(strapi: string | null, switched: readonly ContentType[]): string | null {
  if (strapi === null || switched.length === 0) return strapi
  const types = parseTypes(strapi)
  const changed = switched.map(({ uid }) => [uid, typeWithDrafts(recordAt(types, uid))])
  return JSON.stringify({ ...types, ...Object.fromEntries(changed) })
}

type Raw = Readonly<Record<string, unknown>>

/** `__schema__` is the type as its file has it. */
function typeWithDrafts(type: Raw): Raw {
  const on = (of: Raw) => ({ ...of, options: { ...recordAt(of, 'options'), draftAndPublish: true } })
  return { ...on(type), ...(isRecord(type.__schema__) ? { __schema__: on(type.__schema__) } : {}) }
}

export function tellStrapi(told: string | null, switched: readonly ContentType[]): readonly Step[] {
  if (switched.length === 0) return []
  const statement = updateWhere(SETTINGS_TABLE, assign({ value: bind(told) }), sql`"key" = ${bind(CONTENT_TYPES_KEY)}`)
  const text = `switch Draft & Publish on for ${switched.map(({ uid }) => uid).join(', ')} in Strapi's record of content types`
  return [{ kind: 'tellStrapi', table: SETTINGS_TABLE, text, statements: [statement] }]
}

export function undecided({ uid }: ContentType): Problem {
  const message =
    'Draft & Publish is on in the schema file, and Strapi last started with this content type without it. Where Strapi still works with this database, start it with this schema file: it makes a draft of each entry. Otherwise run lectern migrate, which does the same.'
  return { file: null, path: uid, message }
}
