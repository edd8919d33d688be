/** Values inside components that no two entries of a type may share, before they are written. */

import { columnOf } from '../../plan/columns.ts'
import type { ScalarAttribute } from '../../schema/schema.ts'
import { bind, column, join, sql } from '../../sql/sql.ts'
import type { ComponentInput, RowInput, StoredValue } from '../../validate/document-input.ts'
import { isLeftOut, uniqueAttributes } from '../../validate/unique-attributes.ts'
import { type ComponentGroup, componentGroups, joinAlongTrail } from '../components/component-trail.ts'
import { type DocumentRef, inOtherDocuments } from '../documents/document-ref.ts'
import { lockKey } from '../lock-key.ts'
import type { Store } from '../store.ts'

/** Makes slugs that no other document has. Whether a value that was sent is free is seen once it is published. */
export async function assignFreeComponentSlugs(store: Store, place: DocumentRef, input: RowInput): Promise<RowInput> {
  const slugs = new Map<ComponentInput, ReadonlyMap<ScalarAttribute, string>>()
  for (const group of componentGroups<ComponentInput>(input)) {
    for (const attribute of uniqueAttributes(group.model)) {
      for (const [item, slug] of await freeSlugs(store, place, group, attribute)) {
        slugs.set(item, new Map([...(slugs.get(item) ?? []), [attribute, slug]]))
      }
    }
  }
  return { ...input, components: withSlugs(input.components, slugs) }
}

function withSlugs(
  components: RowInput['components'],
  slugs: ReadonlyMap<ComponentInput, ReadonlyMap<ScalarAttribute, string>>,
): RowInput['components'] {
  return new Map(
    [...components].map(([attribute, items]) => [
      attribute,
      items.map((item) => ({
        ...item,
        slugs: new Map([...item.slugs, ...(slugs.get(item) ?? [])]),
        components: withSlugs(item.components, slugs),
      })),
    ]),
  )
}

interface Valued {
  readonly scalars: ReadonlyMap<ScalarAttribute, StoredValue>
}

function sentValues<Item extends Valued>(
  { items }: ComponentGroup<Item>,
  attribute: ScalarAttribute,
): readonly StoredValue[] {
  return items.map((item) => item.scalars.get(attribute) ?? null).filter((value) => !isLeftOut(value))
}

/** Waits for others who write the same values. */
export async function lockValues<Item extends Valued>(
  store: Store,
  place: DocumentRef,
  group: ComponentGroup<Item>,
  attribute: ScalarAttribute,
): Promise<void> {
  const values = new Set(sentValues(group, attribute).map(String))
  for (const value of [...values].sort()) await lockValue(store, place, group, attribute, value)
}

async function lockValue(
  store: Store,
  { type }: DocumentRef,
  { key }: Pick<ComponentGroup<unknown>, 'key'>,
  attribute: ScalarAttribute,
  value: string,
): Promise<void> {
  await lockKey(store, `unique ${type.uid} ${key} ${attribute.name} ${value}`)
}

const ALIASES = { root: 'r', place: 'p', end: 'e' }

async function freeSlugs(
  store: Store,
  place: DocumentRef,
  group: ComponentGroup<ComponentInput>,
  attribute: ScalarAttribute,
): Promise<readonly (readonly [ComponentInput, string])[]> {
  const wanted = group.items.flatMap((item) => {
    const slug = item.slugs.get(attribute)
    return slug === undefined ? [] : [{ item, slug }]
  })
  if (wanted.length === 0) return []
  const taken = new Set([
    ...sentValues(group, attribute).map(String),
    ...(await keptValues(store, place, group, attribute)),
  ])
  const settled: (readonly [ComponentInput, string])[] = []
  for (const { item, slug } of wanted) {
    const free = await freeSlug(store, place, group, attribute, slug, taken)
    taken.add(free)
    settled.push([item, free])
  }
  return settled
}

/** Of components that the entry has, and keeps without saying this value again. */
async function keptValues(
  store: Store,
  { type, documentId }: DocumentRef,
  { trail, items, model }: ComponentGroup<ComponentInput>,
  attribute: ScalarAttribute,
): Promise<readonly string[]> {
  const ids = items.flatMap(({ id, scalars }) => (id === null || scalars.has(attribute) ? [] : [id]))
  if (ids.length === 0) return []
  const value = column('e', columnOf(model, attribute, store.tables).name)
  const rows = await store.run(
    sql`select ${value} from ${joinAlongTrail(store, type, trail, ALIASES)} where r."document_id" = ${bind(documentId)} and e."id" in (${join(ids.map(bind), ', ')}) and ${value} is not null`,
  )
  return rows.map(([kept]) => String(kept))
}

async function freeSlug(
  store: Store,
  place: DocumentRef,
  group: ComponentGroup<ComponentInput>,
  attribute: ScalarAttribute,
  slug: string,
  taken: ReadonlySet<string>,
): Promise<string> {
  const { name: columnName, kind } = columnOf(group.model, attribute, store.tables)
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? slug : `${slug}-${number}`
    if (taken.has(candidate)) continue
    await lockValue(store, place, group, attribute, candidate)
    const where = [
      sql`${column('e', columnName)} = ${store.dialect.stored(candidate, kind)}`,
      ...inOtherDocuments(place, ALIASES.root),
    ]
    const found = await store.run(
      sql`select 1 from ${joinAlongTrail(store, place.type, group.trail, ALIASES)} where ${join(where, ' and ')} limit 1`,
    )
    if (found.length === 0) return candidate
  }
}
