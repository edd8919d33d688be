/** Finds all positions of components in the entries of a type, as paths of attributes. */

import type { ComponentsAttribute, ContentType, Model } from '../../schema/schema.ts'
import { column, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { Store } from '../store.ts'
import { placesTableOf } from './placed-components.ts'

interface Step {
  readonly owner: Model
  readonly attribute: ComponentsAttribute
  readonly component: Model
}

/** From an attribute of the entry on. */
type Trail = readonly [...Step[], Step]

/** A row with components, which have components in turn. */
export interface ComponentOwner<Item> {
  readonly model: Model
  readonly components: ReadonlyMap<ComponentsAttribute, readonly Item[]>
}

/** All components that a row has at one trail. */
export interface ComponentGroup<Item> {
  readonly trail: Trail
  /** `links part.link > images part.image`: identifies the trail. */
  readonly key: string
  readonly model: Model
  readonly items: readonly Item[]
}

/** In an order that is the same for all writers, which prevents deadlocks. */
export function componentGroups<Item extends ComponentOwner<Item>>(
  row: ComponentOwner<Item>,
): readonly ComponentGroup<Item>[] {
  return groupsBelow<Item>([row], []).toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

function groupsBelow<Item extends ComponentOwner<Item>>(
  rows: readonly ComponentOwner<Item>[],
  above: readonly Step[],
): readonly ComponentGroup<Item>[] {
  const groups = new Map<string, ComponentGroup<Item> & { readonly items: Item[] }>()
  for (const row of rows) {
    for (const [attribute, items] of row.components) {
      for (const item of items) {
        const trail: Trail = [...above, { owner: row.model, attribute, component: item.model }]
        const key = keyOf(trail)
        const group = groups.get(key) ?? { trail, key, model: item.model, items: [] }
        group.items.push(item)
        groups.set(key, group)
      }
    }
  }
  return [...groups.values()].flatMap((group) => [group, ...groupsBelow(group.items, group.trail)])
}

function keyOf(trail: Trail): string {
  return trail.map(({ attribute, component }) => `${attribute.name} ${component.uid}`).join(' > ')
}

/**
 * `<root>` is a row of the type, `<place>0`, `<place>1`, … are the rows of the places along the trail, and `<end>` is the
 * component at the end.
 */
export interface TrailAliases {
  readonly root: string
  readonly place: string
  readonly end: string
}

/** A trail of components in the entries of a type. */
export interface TypeTrail {
  readonly store: Store
  readonly type: ContentType
  readonly trail: Trail
}

/** SQL for after `from`: all components at the trail, joined with the rows along it. */
export function joinAlongTrail({ store, type, trail }: TypeTrail, { root, place, end }: TrailAliases): Sql {
  const places = trail.map(({ owner, attribute, component }, depth) => {
    const here = `${place}${depth}`
    const above = depth === 0 ? column(root, 'id') : column(`${place}${depth - 1}`, 'cmp_id')
    const table = placesTableOf(store, owner, attribute)
    if (table === null) throw new Error(`${owner.uid}.${attribute.name} has no table of places`)
    return sql` join ${name(table)} as ${name(here)} on ${column(here, 'entity_id')} = ${above} and ${column(here, 'field')} = ${literal(attribute.name)} and ${column(here, 'component_type')} = ${literal(component.uid)}`
  })
  const last = trail.at(-1)
  if (last === undefined) throw new Error('a trail has a step at least')
  const found = sql` join ${name(tableOf(store.tables, last.component.uid).table)} as ${name(end)} on ${column(end, 'id')} = ${column(`${place}${trail.length - 1}`, 'cmp_id')}`
  return { parts: [sql`${name(tableOf(store.tables, type.uid).table)} as ${name(root)}`, ...places, found] }
}
