/**
 * Which of the changes noted by triggers affect published rows. A link or a component row does not say whether it
 * belongs to a draft, so its owner is looked up. A row found to be a draft at any time after the change needs no second
 * lookup: publishing it later is another change.
 */

import type { Database, NotedChange } from '../execute/database.ts'
import { holdsComponents } from '../schema/attribute-kinds.ts'
import { modelsOf } from '../schema/models.ts'
import type { Schema } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import { join, literal, name, render, type Sql, sql } from '../sql/sql.ts'
import { componentsTable, tableName } from '../tables/names.ts'
import { type LinkEnd, rowNotesOf, signatureOf, type TableRoles } from '../tables/table-roles.ts'

export interface PublishedChanges {
  /**
   * A hash of the notes that the triggers of this table must write to be usable here; null for tables without notes.
   */
  signatureOf(table: string): number | null
  /** For each change, in order: whether it affects published rows. */
  areShown(changes: readonly NotedChange[]): Promise<readonly boolean[]>
  /** Called with changes that affect only drafts. */
  forget(changes: readonly NotedChange[]): void
}

interface Parts {
  readonly schema: Schema
  readonly roles: TableRoles
  readonly database: Pick<Database, 'run'>
  readonly dialect: Dialect
  readonly forget: PublishedChanges['forget']
}

/** Ids per statement. */
const CHUNK = 500

/** Deepest nesting of components that is looked up; deeper ones count as published. */
const DEEPEST = 20

/** A row and its model; the uid is null if the model is unknown. */
interface Row {
  readonly uid: string | null
  readonly id: string
}

/** Independent lookups run at the same time: a request waits for one round trip per level of nested components. */
export function createPublishedChanges({ schema, roles, database, dialect, forget }: Parts): PublishedChanges {
  const ownersOf = ownersByComponent(schema)

  async function idsIn(ids: readonly string[], query: (listed: Sql) => Sql): Promise<readonly (readonly string[])[]> {
    const found = await Promise.all(
      chunksOf(ids).map(async (chunk) => {
        const listed = join(
          chunk.map((id) => dialect.value(Number(id), 'id')),
          ', ',
        )
        const rows = await database.run(render(query(listed), dialect))
        return rows.map((row) => row.map(String))
      }),
    )
    return found.flat()
  }

  /** Those of the ids whose rows published responses can show. */
  async function shownAmong(uid: string, ids: readonly string[], depth: number): Promise<ReadonlySet<string>> {
    const type = schema.contentTypes.get(uid)
    if (type !== undefined && !type.draftAndPublish) return new Set(ids)
    if (type !== undefined) {
      const table = name(tableName(type.collectionName))
      const found = await idsIn(
        ids,
        (listed) => sql`select "id" from ${table} where "id" in (${listed}) and "published_at" is not null`,
      )
      return new Set(found.map(([id]) => String(id)))
    }
    return depth > DEEPEST ? new Set(ids) : shownComponents(uid, ids, depth)
  }

  async function shownComponents(uid: string, ids: readonly string[], depth: number): Promise<ReadonlySet<string>> {
    async function shownIn(owner: Owner): Promise<readonly string[]> {
      const links = await idsIn(
        ids,
        (listed) =>
          sql`select "entity_id", "cmp_id" from ${name(owner.table)} where "cmp_id" in (${listed}) and "component_type" = ${literal(uid)} and "entity_id" is not null`,
      )
      const owners = await shownAmong(owner.uid, distinct(links.map(([entity]) => String(entity))), depth + 1)
      return links.flatMap(([entity, component]) => (owners.has(String(entity)) ? [String(component)] : []))
    }
    return new Set((await Promise.all((ownersOf.get(uid) ?? []).map(shownIn))).flat())
  }

  async function shownRows(rows: readonly Row[]): Promise<(row: Row) => boolean> {
    const uids = new Set(rows.flatMap(({ uid }) => (uid === null ? [] : [uid])))
    const shownOf = async (uid: string) => {
      const ids = distinct(rows.filter((row) => row.uid === uid).map(({ id }) => id))
      return [uid, await shownAmong(uid, ids, 0)] as const
    }
    const shown = new Map(await Promise.all([...uids].map(shownOf)))
    return ({ uid, id }) => uid === null || shown.get(uid)?.has(id) === true
  }

  /**
   * The rows at both ends of a changed link, or a changed component. Null for unknown tables and for entries: these
   * count as published.
   */
  function endsOf({ table, near, far, type }: NotedChange): readonly (Row | null)[] | null {
    const role = roles.get(table)
    if (role === undefined || role.kind === 'entries') return null
    if (role.kind === 'components') return [rowOf(role.uid, near)]
    const known = (uid: string | null) => (uid !== null && isKnown(uid, schema) ? uid : null)
    const uidOf = ({ model }: LinkEnd) => known('uid' in model ? model.uid : type)
    return [rowOf(uidOf(role.near), near), ...(role.far === null ? [] : [rowOf(uidOf(role.far), far)])]
  }

  return {
    forget,
    signatureOf(table) {
      const role = roles.get(table)
      return role === undefined ? null : signatureOf(rowNotesOf(role))
    },
    async areShown(changes) {
      const ends = changes.map(endsOf)
      const isShown = await shownRows(ends.flatMap((rows) => rows ?? []).filter((row) => row !== null))
      // A link to a missing row is not shown in any response.
      return ends.map((rows) => rows === null || rows.every((row) => row !== null && isShown(row)))
    },
  }
}

const rowOf = (uid: string | null, id: string | null): Row | null => (id === null ? null : { uid, id })

const isKnown = (uid: string, { contentTypes, components }: Schema) => contentTypes.has(uid) || components.has(uid)

function chunksOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, at) => ids.slice(at * CHUNK, (at + 1) * CHUNK))
}

const distinct = (ids: readonly string[]) => [...new Set(ids)]

interface Owner {
  /** The table that links it to its components. */
  readonly table: string
  readonly uid: string
}

/** For each component: the models that can contain it. */
function ownersByComponent(schema: Schema): ReadonlyMap<string, readonly Owner[]> {
  const owners = new Map<string, Owner[]>()
  for (const model of modelsOf(schema)) {
    const table = componentsTable(model.collectionName)
    const held = [...model.attributes.values()]
      .filter(holdsComponents)
      .flatMap((attribute) => (attribute.kind === 'component' ? [attribute.target] : attribute.components))
    for (const uid of new Set(held)) owners.set(uid, [...(owners.get(uid) ?? []), { table, uid: model.uid }])
  }
  return owners
}
