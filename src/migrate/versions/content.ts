/** Shared by conversions of entries: the current schema, and the types that have drafts at this moment. */

import type { ContentType, Model, Schema } from '../../schema/schema.ts'
import type { Ddl } from '../../sql/ddl.ts'
import { name, type Sql } from '../../sql/sql.ts'
import { componentsTable } from '../../tables/names.ts'
import { type Tables, tableOf } from '../../tables/tables.ts'

export interface Content {
  readonly schema: Schema
  readonly tables: Tables
  readonly ddl: Ddl
  /** Columns that a table has once this migration is done. */
  readonly columnsOf: (table: string) => readonly string[]
  /** UIDs of the types that have drafts: switches are carried out one after the other. */
  readonly versioned: ReadonlySet<string>
}

/** The table of a model's entries or components, quoted. */
export function tableNamed({ tables }: Pick<Content, 'tables'>, { uid }: Pick<Model, 'uid'>): Sql {
  return name(tableOf(tables, uid).table)
}

/** The table that says which components a row has; null for models without components. */
export function placesTable(model: Model): string | null {
  return componentsIn(model).length === 0 ? null : componentsTable(model.collectionName)
}

/** The same, quoted. */
export function placesOf(model: Model): Sql | null {
  const table = placesTable(model)
  return table === null ? null : name(table)
}

/** UIDs of the components that an attribute of the model may hold. */
function componentsIn(model: Model): readonly string[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    if (attribute.kind === 'component') return [attribute.target]
    return attribute.kind === 'dynamiczone' ? attribute.components : []
  })
}

/** UIDs of all components that entries of a type may have, at any depth. */
export function componentsBelow({ schema }: Content, type: ContentType): readonly string[] {
  const found = new Set<string>()
  const visit = (model: Model): void => {
    for (const uid of componentsIn(model)) {
      const component = schema.components.get(uid)
      if (component === undefined || found.has(uid)) continue
      found.add(uid)
      visit(component)
    }
  }
  visit(type)
  return [...found]
}
