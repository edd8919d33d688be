/** Strapi gives components no `documentId`, not even where Lectern has added the column: it would be null in what Strapi writes. */

import type { Component, Schema } from '../schema/schema.ts'
import type { FoundColumns } from '../tables/found-columns.ts'
import { STRAPI_TABLE } from '../tables/ownership.ts'

/** The schema without them, where the database is Strapi's. */
export function withKnownComponentIds(schema: Schema, columns: FoundColumns): Schema {
  if (!columns.has(STRAPI_TABLE)) return schema
  const reduced = [...schema.components].map(([uid, component]): [string, Component] => {
    const attributes = [...component.attributes].filter(([name]) => name !== 'documentId')
    return [uid, { ...component, attributes: new Map(attributes) }]
  })
  return { contentTypes: schema.contentTypes, components: new Map(reduced) }
}
