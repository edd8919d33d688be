/** Compares what the project needs with the tables and columns a database has. */

import type { Notice } from '../config/notice.ts'
import type { Problem } from '../config/problem.ts'
import { isOfProject, mapModels, modelsOf } from '../schema/models.ts'
import { type Attribute, type ContentType, type Model, modelOf, type Schema } from '../schema/schema.ts'
import { columnsOf, type NeededColumn } from './needed-columns.ts'
import { RECORD_TABLE, STRAPI_TABLE } from './ownership.ts'
import { type Tables, tableOf } from './tables.ts'
import { tablesFromSchema } from './tables-from-schema.ts'

/** Columns of each table of a database. */
export type FoundTables = ReadonlyMap<string, Pick<ReadonlySet<string>, 'has'>>

export interface CheckedDatabase {
  readonly problems: readonly Problem[]
  /** Relations whose tables or columns the schema files name, and the database does not have. */
  readonly leftOut: readonly Notice[]
  /** Without optional parts that the database lacks. */
  readonly schema: Schema
  readonly tables: Tables
}

export function checkDatabase(schema: Schema, tables: Tables, found: FoundTables): CheckedDatabase {
  const refusal = refuseDatabase(schema, tables, found)
  if (refusal !== null) return { problems: [problem(null, refusal)], leftOut: [], schema, tables }
  const leftOut: Notice[] = []
  const pruned = withoutMissing(schema, tables, found, leftOut)
  const prunedTables = tablesFromSchema(pruned)
  return { problems: missingParts(pruned, prunedTables, found), leftOut, schema: pruned, tables: prunedTables }
}

const problem = (path: string | null, message: string): Problem => ({ file: null, path, message })

function refuseDatabase(schema: Schema, tables: Tables, found: FoundTables): string | null {
  if (found.size === 0)
    return 'The database is empty: it has no tables. lectern serve and lectern migrate create them; if your database is another one, name it with --database.'
  if (!isStrapi4(schema, tables, found)) return null
  return 'This is a database of Strapi 4; upgrade the project to Strapi 5 first, which also migrates its database.'
}

/** Version 5 gave every content table a document_id and its link tables short names. */
function isStrapi4(schema: Schema, tables: Tables, found: FoundTables): boolean {
  const content = [...schema.contentTypes.keys()].flatMap((uid) => found.get(tableOf(tables, uid).table) ?? [])
  if (content.some((columns) => columns.has('document_id'))) return false
  const own = new Set([...tables.values()].map(({ table }) => table))
  const hasOldName = [...found.keys()].some((name) => !own.has(name) && /_(links|components|morphs)$/.test(name))
  return content.length > 0 || hasOldName
}

/**
 * Built-in types of plugins the project does not have, relations to them, columns of other versions, and relations with
 * explicit names of tables or columns that do not exist: Strapi does not create these.
 */
function withoutMissing(schema: Schema, tables: Tables, found: FoundTables, leftOut: Notice[]): Schema {
  const gone = absentBuiltIns(schema, tables, found)
  const keeps = (model: Model, attribute: Attribute) => {
    if ('target' in attribute && gone.has(attribute.target)) return false
    if (attribute.kind === 'scalar') {
      return !attribute.optional || isThere(columnsOf(tables, model, attribute), found)
    }
    const lack = [attribute, otherSide(schema, attribute)].some(hasOwnNames)
      ? firstLack(columnsOf(tables, model, attribute), found)
      : undefined
    if (lack !== undefined) leftOut.push(withoutPlace(model, attribute, lack))
    return lack === undefined
  }
  const pruned = <M extends Model>(model: M): M => {
    const kept = [...model.attributes].filter(([, attribute]) => keeps(model, attribute))
    return { ...model, attributes: new Map(kept) }
  }
  const contentTypes = new Map([...schema.contentTypes].filter(([uid]) => !gone.has(uid)))
  return mapModels({ ...schema, contentTypes }, pruned)
}

/** The attribute that stores what this one reads from its other side. */
function otherSide(schema: Schema, attribute: Attribute): Attribute | undefined {
  const name =
    attribute.kind === 'relation' ? attribute.mappedBy : attribute.kind === 'morphInverse' ? attribute.morphBy : null
  return name === null || !('target' in attribute) ? undefined : modelOf(schema, attribute.target).attributes.get(name)
}

function hasOwnNames(attribute: Attribute | undefined): boolean {
  if (attribute?.kind === 'relation') return attribute.joinTable !== null || attribute.joinColumn !== null
  return attribute?.kind === 'morphTo' && attribute.morphColumn !== null
}

function firstLack(needed: readonly NeededColumn[], found: FoundTables): NeededColumn | undefined {
  return needed.find(({ table, column }) => !(found.get(table)?.has(column) ?? false))
}

function withoutPlace(model: Model, { name }: Attribute, { table, column }: NeededColumn): Notice {
  const message = `"${name}" is left out: its schema file says that it is stored in the column ${column} of the table ${table}, which the database does not have.`
  return { about: 'attribute', model: model.uid, file: null, path: `${model.uid}, ${name}`, message }
}

/** A column of a table that is missing altogether is not "absent": the table is the problem. */
function isThere(needed: readonly NeededColumn[], found: FoundTables): boolean {
  return needed.every(({ table, column }) => found.get(table)?.has(column) ?? true)
}

function absentBuiltIns(schema: Schema, tables: Tables, found: FoundTables): ReadonlySet<string> {
  const needed = typesTheProjectNames(schema)
  const isAbsent = (type: ContentType) => !type.hasRoutes && !found.has(tableOf(tables, type.uid).table)
  const absent = [...schema.contentTypes.values()].filter((type) => isAbsent(type) && !needed.has(type.uid))
  return new Set(absent.map((type) => type.uid))
}

/** Target types of the project's own attributes. Creator fields, which every type has, do not count. */
function typesTheProjectNames(schema: Schema): ReadonlySet<string> {
  const own = modelsOf(schema).filter(isOfProject)
  const targets = own.flatMap((model) =>
    [...model.attributes.values()].flatMap((attribute) => {
      const isCreator = attribute.kind === 'relation' && !attribute.needsFind
      return 'target' in attribute && !isCreator ? [attribute.target] : []
    }),
  )
  return new Set(targets)
}

function missingParts(schema: Schema, tables: Tables, found: FoundTables): readonly Problem[] {
  const models = modelsOf(schema)
  const missing = new Map<string, Problem>()
  for (const model of models) {
    for (const attribute of model.attributes.values()) {
      for (const needed of columnsOf(tables, model, attribute)) {
        const lack = lackOf(needed, found, `${model.uid}, ${attribute.name}`)
        if (lack !== null && lack.path !== null && !missing.has(lack.path)) missing.set(lack.path, lack)
      }
    }
  }
  return [...missing.values()]
}

const OTHERWISE = 'If your database is another one, name it with --database.'

function adviceFor(found: FoundTables): string {
  if (found.has(RECORD_TABLE)) return `lectern migrate adds it. ${OTHERWISE}`
  if (found.has(STRAPI_TABLE)) return `start the Strapi project once, so that it adds it. ${OTHERWISE}`
  return 'it has no record of Strapi or Lectern either: name the right database with --database.'
}

function lackOf({ table, column }: NeededColumn, found: FoundTables, user: string): Problem | null {
  const advice = adviceFor(found)
  const columns = found.get(table)
  if (columns === undefined) return problem(`table ${table}`, `The database has no such table (for ${user}); ${advice}`)
  if (columns.has(column)) return null
  return problem(`table ${table}, column ${column}`, `The table has no such column (for ${user}); ${advice}`)
}
