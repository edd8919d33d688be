/**
 * Draft & Publish, or the locales of a type, are off now: one row of each document stays. The others go with all that
 * belongs to them; what other entries had linked stays linked, to the row that is left.
 */

import type { ContentType, Model } from '../../schema/schema.ts'
import { join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { type Content, isSameDocument, tableNamed } from './content.ts'
import { keepLinks } from './keep-links.ts'
import type { Removal } from './removal.ts'
import { type LinkedContent, linkTablesOf, type Pointer, pointersOf } from './stored-links.ts'
import { addComponents, createTwins, dropTwins, seenBy, TWINS, touchedModels, twinsOf } from './twins.ts'

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
    ...models.map((model) => sql`delete from ${tableNamed(content, model)} where "id" in (${twinsOf(model, IS_GONE)})`),
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
    sql`insert into ${TWINS} select ${model}, r."id", ${seenBy(content, type, 'r')}, (${left}), 1 from ${table} as r where ${goes}`,
    sql`insert into ${TWINS} select ${model}, r."id", ${seen}, r."id", 0 from ${table} as r where r."id" not in (${twinsOf(type, IS_GONE)})`,
  ]
}

/** Columns that pointed at a row that goes. */
function pointElsewhere(content: Content, pointer: Pointer): readonly Sql[] {
  const table = tableNamed(content, pointer)
  const at = sql`${table}.${name(pointer.column)}`
  const meant = pointer.where.map(({ column, equals }) => sql`${name(column)} = ${literal(equals)}`)
  const set = (to: Sql, left: Sql) =>
    sql`update ${table} set ${to} where ${join([sql`${at} in (${twinsOf({ uid: pointer.target }, sql`${IS_GONE} and ${left}`)})`, ...meant], ' and ')}`
  const twin = sql`select t."twin" from ${TWINS} as t where t."model" = ${literal(pointer.target)} and t."id" = ${at}`
  const cleared = [pointer.column, ...pointer.where.map(({ column }) => column)].map((own) => sql`${name(own)} = null`)
  return [
    set(join(cleared, ', '), sql`"twin" is null`),
    set(sql`${name(pointer.column)} = (${twin})`, sql`"twin" is not null`),
  ]
}

/** Relations to any type have no foreign key to what they lead to; all others go with their rows. */
function forgetGone(content: LinkedContent, models: readonly Model[]): readonly Sql[] {
  const touched = new Set(models.map(({ uid }) => uid))
  return linkTablesOf(content)
    .filter(({ far, where }) => where.length > 0 && touched.has(far.uid))
    .map(({ table, far, where }) => {
      const meant = where.map(({ column, equals }) => sql`${name(column)} = ${literal(equals)}`)
      return sql`delete from ${name(table)} where ${join([sql`${name(far.column)} in (${twinsOf(far, IS_GONE)})`, ...meant], ' and ')}`
    })
}
