/** Columns that hold the id of another row, after drafts were made: a draft points at drafts, and is pointed at by them. */

import type { ContentType } from '../../schema/schema.ts'
import { isSameDocument, isSameLocale } from '../../sql/same-document.ts'
import { join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { updateWhere } from '../../sql/write-rows.ts'
import { tableOf } from '../../tables/tables.ts'
import { type Content, tableNamed } from './content.ts'
import { type Pointer, pointersOf } from './stored-links.ts'
import { HAS_COPY, touchedModels, twinsOf } from './twins.ts'

export function pointDrafts(content: Content, type: ContentType): readonly Sql[] {
  const touched = new Set(touchedModels(content, type).map(({ uid }) => uid))
  return pointersOf(content).flatMap((pointer) => {
    if (pointer.target === type.uid) return pointAtDrafts(content, type, pointer, touched.has(pointer.uid))
    return touched.has(pointer.uid) && content.versioned.has(pointer.target) ? pointAsDrafts(content, pointer) : []
  })
}

/** Drafts that point at an entry point at its draft now. */
function pointAtDrafts(content: Content, type: ContentType, pointer: Pointer, isTouched: boolean): readonly Sql[] {
  const drafts = [
    ...(isTouched ? [twinsOf(pointer, HAS_COPY, sql`"twin"`)] : []),
    ...(content.schema.components.has(pointer.uid) ? [twinsOf(pointer, sql`"seen" = 'draft'`)] : []),
    ...(pointer.uid !== type.uid && content.versioned.has(pointer.uid)
      ? [sql`select "id" from ${tableNamed(content, pointer)} where "published_at" is null`]
      : []),
  ]
  const twin = sql`select t."twin" from "lectern_twins" as t where t."model" = ${literal(type.uid)} and t."id" = ${at(content, pointer)}`
  return drafts.map((rows) =>
    setPointers(content, pointer, twin, conditions(content, pointer, rows, twinsOf(type, HAS_COPY))),
  )
}

/** A column can hold one version only: it led to the published one, if there was one. */
function pointAsDrafts(content: Content, pointer: Pointer): readonly Sql[] {
  const target = tableNamed(content, { uid: pointer.target })
  const draft = sql`select d."id" from ${target} as d join ${target} as p on ${isSameDocument('d', 'p')} and ${isSameLocale('d', 'p')} where p."id" = ${at(content, pointer)} and d."published_at" is null`
  const drafts = sql`select "id" from ${target} where "published_at" is null`
  const published = sql`select "id" from ${target} where "published_at" is not null`
  return [
    setPointers(
      content,
      pointer,
      draft,
      conditions(content, pointer, twinsOf(pointer, HAS_COPY, sql`"twin"`), published),
    ),
    clearPointers(content, pointer, conditions(content, pointer, twinsOf(pointer, HAS_COPY), drafts)),
  ]
}

function at(content: Content, pointer: Pointer): Sql {
  return sql`${tableNamed(content, pointer)}.${name(pointer.column)}`
}

/** Conditions on rows whose ids are in one select, and that point at a row of the other. */
function conditions(content: Content, pointer: Pointer, rows: Sql, targets: Sql): Sql {
  const own = sql`"id" in (${rows})`
  const meant = pointer.where.map(({ column: type, equals }) => sql`${name(type)} = ${literal(equals)}`)
  return join([own, sql`${at(content, pointer)} in (${targets})`, ...meant], ' and ')
}

function setPointers(content: Content, pointer: Pointer, to: Sql, condition: Sql): Sql {
  const { table } = tableOf(content.tables, pointer.uid)
  return updateWhere(table, [{ column: pointer.column, value: sql`(${to})` }], condition)
}

export function clearPointers(content: Content, pointer: Pointer, condition: Sql): Sql {
  const columns = [pointer.column, ...pointer.where.map((constant) => constant.column)]
  const cleared = columns.map((column) => ({ column, value: sql`null` }))
  return updateWhere(tableOf(content.tables, pointer.uid).table, cleared, condition)
}
