/**
 * After Draft & Publish or locales of a type were switched off: one row of each document stays. The others are deleted with
 * everything that belongs to them, and links to them are moved to the remaining row.
 */

import type { ContentType, Model } from '../../schema/schema.ts'
import { isSameDocument } from '../../sql/same-document.ts'
import { join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere, updateWhere } from '../../sql/write-rows.ts'
import { tableOf } from '../../tables/tables.ts'
import { type Content, tableNamed } from './content.ts'
import { keepLinks } from './keep-links.ts'
import { clearPointers } from './point-drafts.ts'
import type { Removal } from './removal.ts'
import { type LinkedContent, linkTablesOf, type Pointer, pointersOf } from './stored-links.ts'
import { addComponents, addTwins, createTwins, dropTwins, seenBy, TWINS, touchedModels, twinsOf } from './twins.ts'

export function removeRows(content: Content, type: ContentType, removal: Removal): readonly Sql[] {
  return [
    ...createTwins,
    ...addEntries(content, type, removal),
    ...addComponents(content, type),
    ...keepLinks(content, type, removal),
    ...pointersOf(content)
      .filter(({ target }) => target === type.uid)
      .flatMap((pointer) => pointElsewhere(content, pointer)),
    ...deleteGone(content, touchedModels(content, type)),
    dropTwins,
  ]
}

/** Rows of these models that go. */
export function deleteGone(content: LinkedContent, models: readonly Model[]): readonly Sql[] {
  return [
    ...forgetGone(content, models),
    ...models.map((model) =>
      deleteWhere(tableOf(content.tables, model.uid).table, sql`"id" in (${twinsOf(model, IS_GONE)})`),
    ),
  ]
}

const IS_GONE = sql`"gone" = 1`

function addEntries(content: Content, type: ContentType, { kind, goes, stays, first }: Removal): readonly Sql[] {
  const table = tableNamed(content, type)
  const model = literal(type.uid)
  const left = sql`select s."id" from ${table} as s where ${isSameDocument('s', 'r')} and ${stays} order by ${first} limit 1`
  // Without drafts, `status=draft` shows the published rows too.
  const seen = kind === 'drafts' ? literal('both') : seenBy(content, type, 'r')
  return [
    addTwins(
      sql`select ${model}, r."id", ${seenBy(content, type, 'r')}, (${left}), 1 from ${table} as r where ${goes}`,
    ),
    addTwins(
      sql`select ${model}, r."id", ${seen}, r."id", 0 from ${table} as r where r."id" not in (${twinsOf(type, IS_GONE)})`,
    ),
  ]
}

/** Columns that pointed at a row that goes. */
function pointElsewhere(content: Content, pointer: Pointer): readonly Sql[] {
  const { table } = tableOf(content.tables, pointer.uid)
  const at = sql`${name(table)}.${name(pointer.column)}`
  const meant = pointer.where.map(({ column, equals }) => sql`${name(column)} = ${literal(equals)}`)
  const pointingAt = (condition: Sql) =>
    join([sql`${at} in (${twinsOf({ uid: pointer.target }, sql`${IS_GONE} and ${condition}`)})`, ...meant], ' and ')
  const twin = sql`select t."twin" from ${TWINS} as t where t."model" = ${literal(pointer.target)} and t."id" = ${at}`
  return [
    clearPointers(content, pointer, pointingAt(sql`"twin" is null`)),
    updateWhere(table, [{ column: pointer.column, value: sql`(${twin})` }], pointingAt(sql`"twin" is not null`)),
  ]
}

/** Relations to any type have no foreign key to their targets. Foreign keys delete all other links. */
function forgetGone(content: LinkedContent, models: readonly Model[]): readonly Sql[] {
  const touched = new Set(models.map(({ uid }) => uid))
  return linkTablesOf(content)
    .filter(({ far, where }) => where.length > 0 && touched.has(far.uid))
    .map(({ table, far, where }) => {
      const meant = where.map(({ column, equals }) => sql`${name(column)} = ${literal(equals)}`)
      return deleteWhere(table, join([sql`${name(far.column)} in (${twinsOf(far, IS_GONE)})`, ...meant], ' and '))
    })
}
