/** Draft & Publish is on now: each published entry that has no draft gets one, with all that belongs to it. */

import type { Component, ContentType, Model } from '../../schema/schema.ts'
import { isSameDocument, isSameLocale } from '../../sql/same-document.ts'
import { column, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { assign, insertSelected, updateWhere } from '../../sql/write-rows.ts'
import { tableOf } from '../../tables/tables.ts'
import { type Content, placesTable, tableNamed } from './content.ts'
import { linkDrafts } from './link-drafts.ts'
import { pointDrafts } from './point-drafts.ts'
import {
  addComponents,
  addTwins,
  createTwins,
  dropTwins,
  HAS_COPY,
  seenBy,
  setTwin,
  setTwinsFrom,
  TWINS,
  touchedModels,
  twinsOf,
} from './twins.ts'

/** Published rows without a draft. */
export function withoutDraft(content: Content, type: ContentType): Sql {
  const table = tableNamed(content, type)
  return sql`from ${table} as p where p."published_at" is not null and not exists (select 1 from ${table} as d where ${isSameDocument('d', 'p')} and ${isSameLocale('d', 'p')} and d."published_at" is null)`
}

/** `content.versioned` is what it was before: without the type, unless some of its entries have drafts already. */
export function makeDrafts(content: Content, type: ContentType): readonly Sql[] {
  const parts = touchedModels(content, type).filter((model) => model.kind === 'component')
  return [
    ...createTwins,
    ...addEntries(content, type),
    ...copyEntries(content, type),
    ...addComponents(content, type),
    ...parts.flatMap((part) => copyComponents(content, part)),
    ...touchedModels(content, type).flatMap(copyPlaces),
    ...linkDrafts(content, type),
    ...pointDrafts(content, type),
    dropTwins,
  ]
}

/** Rows that are not copied yet. */
const IS_NEW = sql`"twin" is null`

function addEntries(content: Content, type: ContentType): readonly Sql[] {
  const model = literal(type.uid)
  return [
    addTwins(sql`select ${model}, p."id", 'both', null, 0 ${withoutDraft(content, type)}`),
    addTwins(
      sql`select ${model}, r."id", ${seenBy({ ...content, versioned: new Set([type.uid]) }, type, 'r')}, r."id", 0 from ${tableNamed(content, type)} as r where r."id" not in (${twinsOf(type, IS_NEW)})`,
    ),
  ]
}

function copyEntries(content: Content, type: ContentType): readonly Sql[] {
  const { table } = tableOf(content.tables, type.uid)
  const columns = content.columnsOf(table).filter((own) => own !== 'id' && own !== 'published_at')
  const select = sql`select ${join(columns.map(name), ', ')} from ${name(table)} where "id" in (${twinsOf(type, IS_NEW)}) order by "id"`
  const draft = sql`select d."id" from ${name(table)} as d join ${name(table)} as p on ${isSameDocument('d', 'p')} and ${isSameLocale('d', 'p')} where p."id" = ${TWINS}."id" and d."published_at" is null`
  return [
    insertSelected({ table, columns, select }),
    setTwin(sql`(${draft})`, sql`"model" = ${literal(type.uid)} and ${IS_NEW}`),
  ]
}

/** A copy is found by its temporary document id: `#` and the id of the original. */
function copyComponents(content: Content, part: Component): readonly Sql[] {
  const { table } = tableOf(content.tables, part.uid)
  const columns = content.columnsOf(table).filter((own) => own !== 'id' && own !== 'document_id')
  const values = join([sql`'#' || "id"`, ...columns.map(name)], ', ')
  const select = sql`select ${values} from ${name(table)} where "id" in (${twinsOf(part, IS_NEW)}) order by "id"`
  const copies = sql`select "id", cast(substr("document_id", 2) as integer) as "original" from ${name(table)} where "document_id" like '#%'`
  return [
    insertSelected({ table, columns: ['document_id', ...columns], select }),
    setTwinsFrom(part, copies),
    updateWhere(table, assign({ document_id: sql`null` }), sql`"id" in (${twinsOf(part, HAS_COPY, sql`"twin"`)})`),
    ...content.ddl.fillDocumentIds(table),
  ]
}

function copyPlaces(model: Model): readonly Sql[] {
  const table = placesTable(model)
  if (table === null) return []
  const places = name(table)
  const isCopied = (alias: string) => sql`${column(alias, 'twin')} <> ${column(alias, 'id')}`
  const columns = ['entity_id', 'cmp_id', 'component_type', 'field', 'order']
  const select = sql`select e."twin", c."twin", p."component_type", p."field", p."order" from ${places} as p join ${TWINS} as e on e."model" = ${literal(model.uid)} and e."id" = p."entity_id" join ${TWINS} as c on c."model" = p."component_type" and c."id" = p."cmp_id" where ${isCopied('e')} and ${isCopied('c')} order by p."id"`
  return [insertSelected({ table, columns, select })]
}
