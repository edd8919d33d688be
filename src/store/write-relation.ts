/** A change of a relation: `set`, or `connect` and `disconnect`, with positions. */

import {
  type ContentType,
  type Model,
  type MorphInverseAttribute,
  type MorphToAttribute,
  modelOf,
  type RelationAttribute,
} from '../schema/schema.ts'
import { bind, join, name, sql } from '../sql/sql.ts'
import { tableOf } from '../tables/tables.ts'
import type { EntryReference, LinkChange, LinkItem } from '../validate/document-input.ts'
import { arrange, type Placement } from './arrange.ts'
import { constantly, insertLink, type Link, lastOnOtherSide, linkOf, viaOf } from './links.ts'
import { resolveTarget } from './resolve-target.ts'
import type { Store } from './store.ts'
import type { Root } from './versions.ts'
import { writeMorphTo } from './write-morph.ts'

/** One relation attribute of one row. */
export interface RelationPlace {
  readonly store: Store
  readonly root: Root
  readonly model: Model
  readonly id: number
  readonly attribute: RelationAttribute | MorphInverseAttribute | MorphToAttribute
}

export async function writeRelation(place: RelationPlace, change: LinkChange): Promise<void> {
  const { attribute, store, model } = place
  if (attribute.kind === 'morphTo') return writeMorphTo({ ...place, attribute }, change)
  const target = modelOf(store.schema, attribute.target)
  if (target.kind === 'component') throw new Error(`${attribute.target} is a component`)
  if (viaOf(store, model.uid, attribute.name) === null) return
  await changeLinks(place, linkOf(store, model, attribute), target, change)
}

async function changeLinks(place: RelationPlace, link: Link, target: ContentType, change: LinkChange): Promise<void> {
  const { store, id } = place
  const before = await linkedRows(store, link, id)
  const after = arrange(before, await placements(place, target, change))
  const limited = place.attribute.toMany ? after : await lastDocumentOnly(place, target, change, after)
  await removeLinks(
    store,
    link,
    id,
    before.filter((row) => !limited.includes(row)),
  )
  if (takesFromOthers(place)) await removeOtherOwners(place, link, limited)
  for (const [index, row] of limited.entries()) {
    if (before.includes(row)) await reorderLink(store, link, id, row, index + 1)
    else await insertLink(store, link, id, row, index + 1, lastOnOtherSide(link, row))
  }
}

async function linkedRows(store: Store, link: Link, near: number): Promise<readonly number[]> {
  const order = [...(link.order === null ? [] : [name(link.order)]), name('id')]
  const where = [sql`${name(link.near)} = ${bind(near)}`, ...constantly(link.where)]
  const rows = await store.run(
    sql`select ${name(link.far)} from ${name(link.table)} where ${join(where, ' and ')} order by ${join(order, ', ')}`,
  )
  return rows.map(([row]) => Number(row))
}

async function placements(
  { store, root }: RelationPlace,
  target: ContentType,
  change: LinkChange,
): Promise<readonly Placement[]> {
  const rowsOf = (item: LinkItem) => resolveTarget(store, item, target, root)
  const neighbourOf = async (entry: EntryReference) => resolveTarget(store, { ...ANYWHERE, entry }, target, root)
  const steps: Placement[] = []
  if (change.kind === 'set') steps.push({ kind: 'clear' })
  else for (const item of change.disconnect) steps.push({ kind: 'remove', rows: await rowsOf(item) })
  for (const item of change.kind === 'set' ? change.items : change.connect) {
    const { position } = item
    const rows = await rowsOf(item)
    if ('neighbour' in position) {
      steps.push({ kind: 'putBy', rows, at: position.at, neighbours: await neighbourOf(position.neighbour) })
    } else steps.push({ kind: 'put', rows, at: position.at })
  }
  return steps
}

const ANYWHERE = { type: null, locale: null, status: null, position: { at: 'end' } } as const

/** A relation to one holds the document that was named last, in as many versions as are linked. */
async function lastDocumentOnly(
  place: RelationPlace,
  target: ContentType,
  change: LinkChange,
  rows: readonly number[],
) {
  const last = (change.kind === 'set' ? change.items : change.connect).at(-1)
  if (last === undefined) return rows
  const kept = await resolveTarget(place.store, last, target, place.root)
  return rows.filter((row) => kept.includes(row))
}

/** Whether a target has room for one owner only, and leaves the one it had. Components share their targets. */
function takesFromOthers({ attribute, model }: RelationPlace): boolean {
  if (attribute.kind !== 'relation' || model.kind === 'component') return false
  return attribute.relation === 'oneToOne' || attribute.relation === 'oneToMany'
}

/** Other versions and locales of the same document are no others. */
async function removeOtherOwners(
  { store, model, id }: RelationPlace,
  link: Link,
  rows: readonly number[],
): Promise<void> {
  if (rows.length === 0) return
  const owners = name(tableOf(store.tables, model.uid).table)
  const own = sql`select o."id" from ${owners} as o join ${owners} as s on s."document_id" = o."document_id" where s."id" = ${bind(id)}`
  const targets = join(rows.map(bind), ', ')
  await store.run(
    sql`delete from ${name(link.table)} where ${name(link.far)} in (${targets}) and ${name(link.near)} not in (${own})`,
  )
}

async function removeLinks(store: Store, link: Link, id: number, rows: readonly number[]): Promise<void> {
  if (rows.length === 0) return
  const where = [
    sql`${name(link.near)} = ${bind(id)}`,
    sql`${name(link.far)} in (${join(rows.map(bind), ', ')})`,
    ...constantly(link.where),
  ]
  await store.run(sql`delete from ${name(link.table)} where ${join(where, ' and ')}`)
}

async function reorderLink(store: Store, link: Link, near: number, far: number, order: number): Promise<void> {
  if (link.order === null) return
  const where = [
    sql`${name(link.near)} = ${bind(near)}`,
    sql`${name(link.far)} = ${bind(far)}`,
    ...constantly(link.where),
  ]
  await store.run(
    sql`update ${name(link.table)} set ${name(link.order)} = ${bind(order)} where ${join(where, ' and ')}`,
  )
}
