/**
 * A row without Draft & Publish links to both versions of a document. When the document is published for the first
 * time, the second link is missing.
 */

import type { ContentType, Model, RelationAttribute, Schema } from '../schema/schema.ts'
import { bind, column, join, name, sql } from '../sql/sql.ts'
import { type Link, linkOf } from './links.ts'
import type { Store } from './store.ts'

export async function linkFromUnversioned(
  store: Store,
  type: ContentType,
  draft: number,
  published: number,
): Promise<void> {
  for (const [model, attribute] of oneWayRelationsTo(store.schema, type)) {
    await addPublished(store, linkOf(store, model, attribute), draft, published)
  }
}

/** Relations with two sides are copied with the document itself. */
function oneWayRelationsTo(schema: Schema, type: ContentType): readonly (readonly [Model, RelationAttribute])[] {
  const sources: readonly Model[] = [
    ...[...schema.contentTypes.values()].filter((source) => !source.draftAndPublish),
    ...[...schema.components.values()].filter((component) => !isInVersioned(schema, component.uid)),
  ]
  return sources.flatMap((source) =>
    [...source.attributes.values()].flatMap((attribute) =>
      attribute.kind === 'relation' &&
      attribute.useJoinTable &&
      attribute.target === type.uid &&
      attribute.mappedBy === null &&
      attribute.inversedBy === null
        ? [[source, attribute] as const]
        : [],
    ),
  )
}

/** Whether a component is used, at any depth, by a type that has Draft & Publish: then its links are paired. */
function isInVersioned(schema: Schema, uid: string, seen: ReadonlySet<string> = new Set()): boolean {
  if (seen.has(uid)) return false
  const path = new Set([...seen, uid])
  const users = [...schema.contentTypes.values(), ...schema.components.values()].filter((model) => uses(model, uid))
  return users.some((user) =>
    user.kind === 'component' ? isInVersioned(schema, user.uid, path) : user.draftAndPublish,
  )
}

function uses(model: Model, uid: string): boolean {
  return [...model.attributes.values()].some(
    (attribute) =>
      (attribute.kind === 'component' && attribute.target === uid) ||
      (attribute.kind === 'dynamiczone' && attribute.components.includes(uid)),
  )
}

async function addPublished(store: Store, link: Link, draft: number, published: number): Promise<void> {
  const columns = [link.near, link.far, ...(link.order === null ? [] : [link.order])]
  const values = [column('l', link.near), bind(published), ...(link.order === null ? [] : [column('l', link.order)])]
  await store.run(
    sql`insert into ${name(link.table)} (${join(columns.map(name), ', ')}) select ${join(values, ', ')} from ${name(link.table)} as l where ${column('l', link.far)} = ${bind(draft)} order by ${column('l', 'id')}`,
  )
}
