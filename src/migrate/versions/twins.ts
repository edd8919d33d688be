/**
 * A temporary table of the rows that a switch concerns, entries and their components: whether a row was visible in both
 * versions of the content or in one, which row replaces it, and whether it is deleted. It exists during one step.
 */

import { modelsOf } from '../../schema/models.ts'
import type { ContentType, Model } from '../../schema/schema.ts'
import { column, integer, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { insertSelected, updateJoined, updateWhere } from '../../sql/write-rows.ts'
import { type Content, componentsBelow, placesOf, tableNamed } from './content.ts'
import { type LinkTable, linkTablesOf, pointersOf } from './stored-links.ts'

const TABLE = 'lectern_twins'
export const TWINS = name(TABLE)

/** In which version of the content a row is seen: rows of types without drafts are seen in both. */
type Seen = 'both' | 'draft' | 'published'

/** `twin` is null for a row that is deleted without a replacement, and for a component until it is copied. */
export const createTwins: readonly Sql[] = [
  sql`create temporary table ${TWINS} ("model" text not null, "id" integer not null, "seen" text not null, "twin" integer, "gone" integer not null, primary key ("model", "id"))`,
  sql`create index "lectern_twins_by_twin" on ${TWINS} ("model", "twin")`,
]
export const dropTwins = sql`drop table ${TWINS}`

/** Ids of a model's rows in it. */
export function twinsOf({ uid }: Pick<Model, 'uid'>, condition: Sql, what: Sql = sql`"id"`): Sql {
  return sql`select ${what} from ${TWINS} where "model" = ${literal(uid)} and ${condition}`
}

/** Rows that are copied, once they are. */
export const HAS_COPY = sql`"twin" <> "id"`

export function seenBy({ versioned }: Content, { uid }: Pick<Model, 'uid'>, alias: string): Sql {
  if (!versioned.has(uid)) return literal('both')
  return sql`case when ${column(alias, 'published_at')} is null then 'draft' else 'published' end`
}

/** Adds components of existing entries, and of entries of other types that can reference this type. */
export function addComponents(content: Content, type: ContentType): readonly Sql[] {
  const roots = [...content.schema.contentTypes.values()].filter(
    (root) => root.uid === type.uid || leadsTo(content, root, type),
  )
  const base = roots.flatMap((root) => placedOn(content, root, root.uid === type.uid))
  return base.length === 0 ? [] : [addTree(content, base)]
}

/**
 * Adds the components of the given selects, with nested ones: model, id, seen, whether another component replaces it,
 * whether it is deleted.
 */
export function addTree(content: Pick<Content, 'schema'>, base: readonly Sql[]): Sql {
  const tree = name('tree')
  const below = [...content.schema.components.values()].flatMap(placesWithOwner)
  const nested =
    below.length === 0
      ? sql``
      : sql` union select cast(p."component_type" as text), p."cmp_id", t."seen", t."moved", t."gone" from ${tree} as t join (${join(below, ' union all ')}) as p on p."owner" = t."model" and p."entity_id" = t."id"`
  return addTwins(
    sql`with recursive ${tree} ("model", "id", "seen", "moved", "gone") as (${join(base, ' union ')}${nested}) select "model", "id", ${SEEN}, case when ${IS_MOVED} then null else "id" end, min("gone") from ${tree} group by "model", "id"`,
  )
}

/** Several rows may have one component: it stays with those that stay. */
const SEEN = sql`coalesce(max(case when "gone" = 0 then "seen" end), max("seen"))`
const IS_MOVED = sql`coalesce(max(case when "gone" = 0 then "moved" end), max("moved")) = 1`

/** `select` returns model, id, seen, twin, gone. */
export function addTwins(select: Sql): Sql {
  return insertSelected({ table: TABLE, columns: ['model', 'id', 'seen', 'twin', 'gone'], select })
}

export function setTwin(twin: Sql, where: Sql): Sql {
  return updateWhere(TABLE, [{ column: 'twin', value: twin }], where)
}

/** `copies` returns rows of the model: `id`, and `original`, the row it was copied from. */
export function setTwinsFrom({ uid }: Model, copies: Sql): Sql {
  return updateJoined({
    table: TABLE,
    row: [{ column: 'twin', value: sql`c."id"` }],
    from: sql`(${copies}) as c`,
    where: sql`${TWINS}."model" = ${literal(uid)} and ${TWINS}."id" = c."original"`,
  })
}

/** Whether a component of the root type may reference the type. */
function leadsTo(content: Content, root: ContentType, type: ContentType): boolean {
  const parts = new Set(componentsBelow(content, root))
  const ways = [
    ...linkTablesOf(content).map(({ near, far }) => [near.uid, far.uid]),
    ...pointersOf(content).map(({ uid, target }) => [uid, target]),
  ]
  return ways.some(([from = '', to]) => parts.has(from) && to === type.uid)
}

function placedOn(content: Content, root: ContentType, isSwitched: boolean): readonly Sql[] {
  const places = placesOf(root)
  if (places === null) return []
  const placed = sql`cast(p."component_type" as text), p."cmp_id"`
  return isSwitched
    ? [
        sql`select ${placed}, t."seen", case when t."twin" = t."id" then 0 else 1 end, t."gone" from ${places} as p join ${TWINS} as t on t."model" = ${literal(root.uid)} and t."id" = p."entity_id"`,
      ]
    : [
        sql`select ${placed}, cast(${seenBy(content, root, 'r')} as text), ${integer(0)}, ${integer(0)} from ${places} as p join ${tableNamed(content, root)} as r on r."id" = p."entity_id"`,
      ]
}

function placesWithOwner(model: Model): readonly Sql[] {
  const places = placesOf(model)
  if (places === null) return []
  return [sql`select ${literal(model.uid)} as "owner", "entity_id", "component_type", "cmp_id" from ${places}`]
}

/** One side of a link. Its row is joined as `alias` if its columns are needed. */
export interface End {
  readonly join: Sql
  /** The possible values of `seen`. */
  readonly may: ReadonlySet<Seen>
  readonly isSeen: (seen: Seen) => readonly Sql[]
  /** The row that replaces it, or the row itself. */
  readonly twin: Sql
  /** Null if no row of the model is copied, moved or deleted. */
  readonly own: { readonly gone: Sql; readonly copied: Sql } | null
}

/** `end` is where a row `l` of the link table holds the id. */
export function endOf(content: Content, type: ContentType, end: LinkTable['near'], alias: string): End {
  const { uid } = end
  const at = column('l', end.column)
  const isSeen = (seen: Sql) => (wanted: Seen) => [sql`${seen} = ${literal(wanted)}`]
  if (uid === type.uid || content.schema.components.has(uid)) {
    const twin = column(alias, 'twin')
    return {
      join: sql` join ${TWINS} as ${name(alias)} on ${column(alias, 'model')} = ${literal(uid)} and ${column(alias, 'id')} = ${at}`,
      may: new Set(['both', 'draft', 'published']),
      isSeen: isSeen(column(alias, 'seen')),
      twin,
      own: { gone: sql`${column(alias, 'gone')} = 1`, copied: sql`${twin} <> ${column(alias, 'id')}` },
    }
  }
  if (!content.versioned.has(uid)) return { join: sql``, may: new Set(['both']), isSeen: () => [], twin: at, own: null }
  return {
    join: sql` join ${tableNamed(content, { uid })} as ${name(alias)} on ${column(alias, 'id')} = ${at}`,
    may: new Set(['draft', 'published']),
    isSeen: isSeen(seenBy(content, { uid }, alias)),
    twin: at,
    own: null,
  }
}

/**
 * Models whose rows are copied or deleted with entries of the type: the type, and components. All of these, since
 * entries may have components at attributes that the schema no longer has.
 */
export function touchedModels(content: Content, type: ContentType): readonly Model[] {
  return modelsOf(content.schema).filter(({ uid, kind }) => uid === type.uid || kind === 'component')
}
