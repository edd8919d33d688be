/**
 * Components with a new category or name. Strapi keeps the old name in its tables and still shows the content, because it
 * selects rows by attribute alone. Rows with the name of a component that still exists are not shown: the attribute has
 * another component now, and ids of two tables are unrelated.
 */

import { createReader } from '../auth/reader.ts'
import type { Database } from '../execute/database.ts'
import { type Model, modelOf, type Schema } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import { join, literal, name, type Sql, sql } from '../sql/sql.ts'
import { equals } from '../tables/hop.ts'
import { componentsTable } from '../tables/names.ts'
import { STRAPI_TABLE } from '../tables/ownership.ts'
import type { Hop, ModelTable, Tables } from '../tables/tables.ts'
import { unlessDenied } from './unless-denied.ts'

export interface MovedParts {
  readonly schema: Schema
  readonly database: Pick<Database, 'run'>
  readonly dialect: Dialect
  readonly columns: ReadonlyMap<string, Pick<ReadonlySet<string>, 'has'>>
}

/** The tables, with hops to components that the database has under old names. */
export async function withMovedComponents(tables: Tables, parts: MovedParts): Promise<Tables> {
  const { schema, columns } = parts
  if (!columns.has(STRAPI_TABLE)) return tables
  const changed = new Map(tables)
  for (const [uid, table] of tables) {
    const fields = await fieldsWithOldNames(modelOf(schema, uid), parts)
    if (fields.size > 0) changed.set(uid, { ...table, hops: hopsWith(table, fields, modelOf(schema, uid), schema) })
  }
  return changed
}

/** Attributes with one component, in which the database has names that no component has. */
async function fieldsWithOldNames(
  model: Model,
  { schema, database, dialect, columns }: MovedParts,
): Promise<ReadonlySet<string>> {
  const own = [...model.attributes.values()]
    .filter(({ kind }) => kind === 'component')
    .map((attribute) => attribute.name)
  const table = componentsTable(model.collectionName)
  if (own.length === 0 || !columns.has(table)) return new Set()
  const reader = createReader(database, dialect, columns)
  const found = (await unlessDenied(reader.rows(componentsIn(name(table))))) ?? []
  const old = found.map(([uid]) => String(uid)).filter((uid) => !schema.components.has(uid))
  if (old.length === 0) return new Set()
  const rows = await reader.rows(
    sql`select distinct "field" from ${name(table)} where "field" in (${join(own.map(literal), ', ')}) and "component_type" in (${join(old.map(literal), ', ')})`,
  )
  return new Set(rows.map(([field]) => String(field)))
}

/** One after another, by Strapi's index of them: there are few, in tables that may have millions of rows. */
function componentsIn(table: Sql): Sql {
  const after = (limit: Sql) => sql`select min("component_type") from ${table} where "component_type" > ${limit}`
  return sql`with recursive "found"("uid") as (${after(literal(''))} union all select (${after(sql`"found"."uid"`)}) from "found" where "found"."uid" is not null) select "uid" from "found" where "uid" is not null`
}

function hopsWith(
  table: ModelTable,
  fields: ReadonlySet<string>,
  model: Model,
  schema: Schema,
): ReadonlyMap<string, Hop> {
  return new Map(
    [...table.hops].map(([attribute, hop]) => {
      const found = model.attributes.get(attribute)
      if (!fields.has(attribute) || found?.kind !== 'component' || hop.via === null) return [attribute, hop]
      const others = [...schema.components.keys()].filter((uid) => uid !== found.target)
      const via = {
        ...hop.via,
        where: [equals('field', attribute)],
        except: others.map((uid) => equals('component_type', uid)),
      }
      return [attribute, { ...hop, via }]
    }),
  )
}
