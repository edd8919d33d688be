/**
 * Links of drafts that were just made. Links that were shown with drafts stay, between drafts; links that were shown with
 * published entries stay between those.
 */

import type { ContentType } from '../../schema/schema.ts'
import { column, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { insertSelected, updateWhere } from '../../sql/write-rows.ts'
import type { Content } from './content.ts'
import { isMeant, type LinkTable, linkTablesOf } from './stored-links.ts'
import { type End, endOf, touchedModels } from './twins.ts'

export function linkDrafts(content: Content, type: ContentType): readonly Sql[] {
  const touched = new Set(touchedModels(content, type).map(({ uid }) => uid))
  return linkTablesOf(content)
    .filter(({ near, far }) => touched.has(near.uid) || touched.has(far.uid))
    .flatMap((link) => {
      const near = endOf(content, type, link.near, 'n')
      const far = endOf(content, type, link.far, 'f')
      return [...moves(link, 'near', near, far), ...moves(link, 'far', far, near), ...copies(link, near, far)]
    })
}

/** A row that was seen in both versions and linked to a draft: that link is its draft's now. */
function moves(link: LinkTable, side: 'near' | 'far', moved: End, other: End): readonly Sql[] {
  if (moved.own === null || !other.may.has('draft')) return []
  const where = [moved.own.copied, ...other.isSeen('draft'), ...isMeant(link.where, 'l')]
  const links = sql`select l."id" from ${name(link.table)} as l${moved.join}${other.join} where ${join(where, ' and ')}`
  return [setEnd(link, side, links)]
}

/** Sets one end of the links with the ids that a select gives to the twin of the row that is there. */
export function setEnd(link: LinkTable, side: 'near' | 'far', links: Sql): Sql {
  const { uid, column: end } = link[side]
  const twin = sql`select t."twin" from "lectern_twins" as t where t."model" = ${literal(uid)} and t."id" = ${name(link.table)}.${name(end)}`
  return updateWhere(link.table, [{ column: end, value: sql`(${twin})` }], sql`"id" in (${links})`)
}

/** A link that both versions of both documents show becomes two links, one of them between the drafts. */
function copies(link: LinkTable, near: End, far: End): readonly Sql[] {
  const copied = [near, far].flatMap(({ own }) => own?.copied ?? [])
  if (!near.may.has('both') || !far.may.has('both') || copied.length === 0) return []
  const where = [
    ...near.isSeen('both'),
    ...far.isSeen('both'),
    sql`(${join(copied, ' or ')})`,
    ...isMeant(link.where, 'l'),
  ]
  return [insertLinks(link, near.twin, far.twin, sql`${near.join}${far.join} where ${join(where, ' and ')}`)]
}

/** `from` is what follows the table itself, which is `l`. */
export function insertLinks(link: LinkTable, near: Sql, far: Sql, from: Sql): Sql {
  const same = [...link.where.map((constant) => constant.column), ...link.copied]
  const columns = [link.near.column, link.far.column, ...same]
  const values = [near, far, ...same.map((copied) => column('l', copied))]
  const select = sql`select ${join(values, ', ')} from ${name(link.table)} as l${from} order by l."id"`
  return insertSelected({ table: link.table, columns, select })
}
