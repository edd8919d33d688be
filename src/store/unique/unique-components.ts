/** Values inside components that no two entries of a type may share, before they are written. */

import { columnOf } from '../../plan/columns.ts'
import type { ScalarAttribute } from '../../schema/schema.ts'
import { bind, column, join, sql } from '../../sql/sql.ts'
import type { ComponentInput, RowInput, StoredValue } from '../../validate/document-input.ts'
import { isLeftOut, uniqueAttributes } from '../../validate/unique-attributes.ts'
import { type ComponentGroup, componentGroups, joinAlongTrail } from '../components/component-trail.ts'
import type { DocumentRef } from '../documents/document-ref.ts'
import type { Store } from '../store.ts'
import { freeSlugs } from './free-slugs.ts'
import { lockPartValues } from './lock-parts.ts'
import { inOtherDocuments } from './other-documents.ts'
import type { OtherSlugs } from './other-slugs.ts'

/** Generates slugs that no other document has. Values that were sent are checked when the entry is published. */
export async function assignFreeComponentSlugs(
  store: Store,
  document: DocumentRef,
  input: RowInput,
): Promise<RowInput> {
  const slugs = new Map<ComponentInput, ReadonlyMap<ScalarAttribute, string>>()
  for (const group of componentGroups<ComponentInput>(input)) {
    for (const attribute of uniqueAttributes(group.model)) {
      for (const [item, slug] of await assignedSlugs({ store, document, group, attribute })) {
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

/** A unique attribute of the components that a document has at one trail. */
export interface UniqueInComponents<Item extends Valued> {
  readonly store: Store
  readonly document: DocumentRef
  readonly group: ComponentGroup<Item>
  readonly attribute: ScalarAttribute
}

function sentValues<Item extends Valued>({ group, attribute }: UniqueInComponents<Item>): readonly StoredValue[] {
  return group.items.map((item) => item.scalars.get(attribute) ?? null).filter((value) => !isLeftOut(value))
}

/** Waits for transactions that write the same values. */
export async function lockValues<Item extends Valued>(unique: UniqueInComponents<Item>): Promise<void> {
  await lockThese(unique, sentValues(unique).map(String))
}

async function lockThese<Item extends Valued>(
  { store, document, group, attribute }: UniqueInComponents<Item>,
  values: readonly string[],
): Promise<void> {
  await lockPartValues(store, document, { key: `${group.key} ${attribute.name}`, values })
}

const ALIASES = { root: 'r', place: 'p', end: 'e' }

type UniqueInInput = UniqueInComponents<ComponentInput>

async function assignedSlugs(unique: UniqueInInput): Promise<readonly (readonly [ComponentInput, string])[]> {
  const wanted = unique.group.items.flatMap((item) => {
    const slug = item.slugs.get(unique.attribute)
    return slug === undefined ? [] : [{ item, slug }]
  })
  if (wanted.length === 0) return []
  const own = new Set([...sentValues(unique).map(String), ...(await unchangedValues(unique))])
  const names = wanted.map(({ slug }) => slug)
  const free = await freeSlugs(otherSlugs(unique), names, own)
  return wanted.map(({ item, slug }, index) => [item, free[index] ?? slug])
}

/** Values of components that the entry has, and that are sent without this value. */
async function unchangedValues({ store, document, group, attribute }: UniqueInInput): Promise<readonly string[]> {
  const ids = group.items.flatMap(({ id, scalars }) => (id === null || scalars.has(attribute) ? [] : [id]))
  if (ids.length === 0) return []
  const value = column('e', columnOf(group.model, attribute, store.tables).name)
  const components = joinAlongTrail({ store, type: document.type, trail: group.trail }, ALIASES)
  const rows = await store.run(
    sql`select ${value} from ${components} where r."document_id" = ${bind(document.documentId)} and e."id" in (${join(ids.map(bind), ', ')}) and ${value} is not null`,
  )
  return rows.map(([found]) => String(found))
}

function otherSlugs(unique: UniqueInInput): OtherSlugs {
  const { store, document, group, attribute } = unique
  const { name: columnName, kind } = columnOf(group.model, attribute, store.tables)
  return {
    store,
    column: column('e', columnName),
    kind,
    from: joinAlongTrail({ store, type: document.type, trail: group.trail }, ALIASES),
    where: inOtherDocuments({ store, document, attribute: group.trail[0].attribute }, ALIASES.root),
    lock: (slugs) => lockThese(unique, slugs),
  }
}
