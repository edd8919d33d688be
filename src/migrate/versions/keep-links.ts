/**
 * Links between rows that go and rows that stay: links that belong to the other side are moved to the row that stays.
 */

import type { ContentType } from '../../schema/schema.ts'
import { isSameDocument, isSameLocale } from '../../sql/same-document.ts'
import { column, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { type Content, tableNamed } from './content.ts'
import { insertLinks, setEnd } from './link-drafts.ts'
import type { Removal } from './removal.ts'
import { isMeant, type LinkTable, linkTablesOf } from './stored-links.ts'
import { endOf, TWINS, touchedModels } from './twins.ts'

export function keepLinks(content: Content, type: ContentType, { kind }: Removal): readonly Sql[] {
  const touched = new Set(touchedModels(content, type).map(({ uid }) => uid))
  return linkTablesOf(content).flatMap((link) => [
    ...(link.near.uid === type.uid && link.far.uid !== type.uid ? moveNear(content, type, link, kind) : []),
    ...(link.far.uid === type.uid && link.near.uid !== type.uid ? moveFar(content, type, link, kind) : []),
    ...(kind === 'drafts' && touched.has(link.near.uid) ? linkToDrafts(content, type, link) : []),
  ])
}

/** The row that goes is on the near side: what the far side holds too stays. */
function moveNear(content: Content, type: ContentType, link: LinkTable, kind: Removal['kind']): readonly Sql[] {
  if (link.held === 'near' || (kind === 'drafts' && !content.versioned.has(link.far.uid))) return []
  const far = endOf(content, type, link.far, 'f')
  const where = [
    ...(kind === 'drafts' ? far.isSeen('draft') : []),
    ...(link.held === 'field' ? [sql`l."field" is not null`] : []),
  ]
  return [move(content, link, 'near', { joined: far.join, where })]
}

/** The row that goes is on the far side: what the near side holds stays. */
function moveFar(content: Content, type: ContentType, link: LinkTable, kind: Removal['kind']): readonly Sql[] {
  const near = endOf(content, type, link.near, 'n')
  if (kind === 'drafts' && !near.may.has('draft')) return []
  const where = [
    ...(kind === 'drafts' ? near.isSeen('draft') : []),
    ...(link.held === 'field' ? [sql`l."field" is null`] : []),
  ]
  return [move(content, link, 'far', { joined: near.join, where })]
}

interface OtherEnd {
  readonly joined: Sql
  readonly where: readonly Sql[]
}

/** Unless the remaining row already has this link, or can have only one document and has another. */
function move(content: Content, link: LinkTable, side: 'near' | 'far', { joined, where }: OtherEnd): Sql {
  const own = link[side]
  const table = name(link.table)
  const there = sql`select 1 from ${table} as o where ${column('o', own.column)} = m."twin" and ${isInTheWay(content, link, side, 'o')}`
  const before = sql`select 1 from ${table} as e where ${column('e', own.column)} = w."id" and e."id" < l."id" and ${isInTheWay(content, link, side, 'e')}`
  const earlier = sql`select 1 from ${TWINS} as w where w."model" = ${literal(own.uid)} and w."twin" = m."twin" and w."gone" = 1 and exists (${before})`
  const conditions = [
    sql`m."gone" = 1 and m."twin" is not null`,
    ...where,
    ...isMeant(link.where, 'l'),
    sql`not exists (${there})`,
    sql`not exists (${earlier})`,
  ]
  return setEnd(
    link,
    side,
    sql`select l."id" from ${table} as l join ${TWINS} as m on m."model" = ${literal(own.uid)} and m."id" = ${column('l', own.column)}${joined} where ${join(conditions, ' and ')}`,
  )
}

/** Whether another link of the same row leaves no room for the link `l`. */
function isInTheWay(content: Content, link: LinkTable, side: 'near' | 'far', alias: string): Sql {
  const [other, toMany] = side === 'near' ? [link.far, link.nearToMany] : [link.near, link.farToMany]
  const at = (of: string) => column(of, other.column)
  const isSame = join(
    [sql`${at(alias)} = ${at('l')}`, ...isMeant(link.where, alias), ...isSameField(link, alias)],
    ' and ',
  )
  if (toMany || link.held !== 'both') return isSame
  const documentOf = (of: string) =>
    sql`(select q."document_id" from ${tableNamed(content, other)} as q where q."id" = ${at(of)})`
  return sql`((${isSame}) or ${documentOf(alias)} <> ${documentOf('l')})`
}

function isSameField({ held }: LinkTable, alias: string): readonly Sql[] {
  if (held !== 'field') return []
  const field = column(alias, 'field')
  return [sql`(${field} = l."field" or (${field} is null and l."field" is null))`]
}

/** Entries of the type, which no longer has drafts, are linked to both versions of types that have them. */
function linkToDrafts(content: Content, type: ContentType, link: LinkTable): readonly Sql[] {
  const { uid } = link.far
  if (link.held === 'both' || uid === type.uid || !content.versioned.has(uid)) return []
  const near = endOf(content, type, link.near, 'n')
  const target = tableNamed(content, { uid })
  const far = sql` join ${target} as f on f."id" = ${column('l', link.far.column)} join ${target} as d on ${isSameDocument('d', 'f')} and ${isSameLocale('d', 'f')}`
  const there = sql`select 1 from ${name(link.table)} as o where ${column('o', link.near.column)} = ${column('l', link.near.column)} and ${column('o', link.far.column)} = d."id"`
  const where = [
    sql`n."gone" = 0 and n."seen" = 'both'`,
    sql`f."published_at" is not null and d."published_at" is null`,
    ...(link.held === 'field' ? [sql`l."field" is null`] : []),
    ...isMeant(link.where, 'l'),
    sql`not exists (${there}${join(
      isMeant(link.where, 'o').map((condition) => sql` and ${condition}`),
      '',
    )})`,
  ]
  return [insertLinks(link, near.twin, sql`d."id"`, sql`${near.join}${far} where ${join(where, ' and ')}`)]
}
