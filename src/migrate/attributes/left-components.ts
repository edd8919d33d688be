/** Components at attributes that no longer hold components, or that hold one where they held a list. */

import type { Model } from '../../schema/schema.ts'
import { join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere } from '../../sql/write-rows.ts'
import { isNamed } from '../renames/is-named.ts'
import type { Step } from '../step.ts'
import { placesTable } from '../versions/content.ts'
import { deleteGone } from '../versions/remove-rows.ts'
import type { LinkedContent } from '../versions/stored-links.ts'
import { addTree, createTwins, dropTwins } from '../versions/twins.ts'
import type { Leftover } from './leftover.ts'

/** `former`: old names of components that this migration renames. */
export function leftComponents(
  content: LinkedContent,
  model: Model,
  former: ReadonlyMap<string, string>,
): readonly Leftover[] {
  const table = placesTable(model)
  if (table === null) return []
  const isAt = (attribute: string, uid: string): Sql =>
    sql`p."field" = ${literal(attribute)} and ${isNamed(sql`p."component_type"`, uid, former)}`
  const single = [...model.attributes.values()].flatMap((attribute) =>
    attribute.kind === 'component' && !attribute.toMany ? [attribute] : [],
  )
  return [
    leftover(content, table, not(join(held(model, isAt), ' or ')), {
      reason: `these components belong to no attribute of ${model.uid} any more`,
      left: `components in ${table} that belong to no attribute`,
      needed: false,
    }),
    ...single.map((attribute) =>
      leftover(content, table, sql`${isAt(attribute.name, attribute.target)} and ${isNotFirst(table)}`, {
        reason: `${attribute.name} of ${model.uid} holds one component now: all but the first of each entry are deleted`,
        needed: true,
      }),
    ),
  ]
}

/** The components that attributes of the model contain, as conditions on a place `p`. */
function held(model: Model, isAt: (attribute: string, uid: string) => Sql): readonly Sql[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    const uids =
      attribute.kind === 'component' ? [attribute.target] : attribute.kind === 'dynamiczone' ? attribute.components : []
    return uids.map((uid) => isAt(attribute.name, uid))
  })
}

const not = (condition: Sql): Sql => sql`not (${condition})`

/**
 * Compares items of the same component only. Items of other components are not shown, such as those from before a component
 * was renamed.
 */
function isNotFirst(table: string): Sql {
  const at = (alias: string) => sql`coalesce(${name(alias)}."order", 0)`
  return sql`exists (select 1 from ${name(table)} as e where e."entity_id" = p."entity_id" and e."field" = p."field" and e."component_type" = p."component_type" and (${at('e')} < ${at('p')} or (${at('e')} = ${at('p')} and e."id" < p."id")))`
}

type Reason = Pick<Leftover['risk'], 'reason' | 'left' | 'needed'>

function leftover(content: LinkedContent, table: string, condition: Sql, reason: Reason): Leftover {
  const rows = sql`${name(table)} as p where ${condition}`
  const step: Step = {
    kind: 'removeParts',
    table,
    text: `delete components that no attribute of ${table} holds any more`,
    statements: [
      ...createTwins,
      addTree(content, [
        sql`select cast(p."component_type" as text), p."cmp_id", cast('both' as text), 1, 1 from ${rows}`,
      ]),
      deleteWhere(table, sql`"id" in (select p."id" from ${rows})`),
      ...deleteGone(content, [...content.schema.components.values()]),
      dropTwins,
    ],
  }
  return { from: rows, risk: { table, column: null, steps: [step], ...reason } }
}
