/** Files at attributes that no longer hold files, or that hold one where they held several. */

import { FILE_UID, type Model } from '../../schema/schema.ts'
import { join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere } from '../../sql/write-rows.ts'
import { isNamed } from '../renames/is-named.ts'
import { type LinkedContent, type LinkTable, linkTablesOf } from '../versions/stored-links.ts'
import type { Leftover } from './leftover.ts'

/** `former`: old names of what this migration renames. */
export function leftFiles(
  content: LinkedContent,
  model: Model,
  former: ReadonlyMap<string, string>,
): readonly Leftover[] {
  const links = linkTablesOf(content).find(({ near, far }) => near.uid === FILE_UID && far.uid === model.uid)
  if (links === undefined) return []
  const media = [...model.attributes.values()].filter((attribute) => attribute.kind === 'media')
  const names = media.map(({ name: attribute }) => literal(attribute))
  const isHeld = names.length === 0 ? sql`1 = 1` : sql`l."field" not in (${join(names, ', ')})`
  const leftover = (condition: Sql, outcome: Outcome) => filesLeft(links, former, condition, outcome)
  return [
    leftover(sql`l."field" is not null and ${isHeld}`, {
      reason: `these files belong to no attribute of ${model.uid} any more (the files themselves stay)`,
      left: `files of ${model.uid} that belong to no attribute`,
      needed: false,
    }),
    ...media
      .filter(({ toMany }) => !toMany)
      .map((attribute) =>
        leftover(sql`l."field" = ${literal(attribute.name)} and ${isNotFirst(links)}`, {
          reason: `${attribute.name} of ${model.uid} holds one file now: all but the first of each entry are unlinked (the files themselves stay)`,
          needed: true,
        }),
      ),
  ]
}

function isNotFirst({ table, far, where }: LinkTable): Sql {
  const at = (alias: string) => sql`coalesce(${name(alias)}."order", 0)`
  const same = [far.column, 'field', ...where.map(({ column }) => column)].map(
    (column) => sql`e.${name(column)} = l.${name(column)}`,
  )
  return sql`exists (select 1 from ${name(table)} as e where ${join(same, ' and ')} and (${at('e')} < ${at('l')} or (${at('e')} = ${at('l')} and e."id" < l."id")))`
}

type Outcome = Pick<Leftover['risk'], 'reason' | 'left' | 'needed'>

function filesLeft(
  { table, where }: LinkTable,
  former: ReadonlyMap<string, string>,
  condition: Sql,
  outcome: Outcome,
): Leftover {
  const meant = where.map(({ column, equals }) => isNamed(sql`l.${name(column)}`, equals, former))
  const rows = sql`${name(table)} as l where ${join([...meant, condition], ' and ')}`
  const statements = [deleteWhere(table, sql`"id" in (select l."id" from ${rows})`)]
  const text = `remove files from attributes that no longer hold files, in ${table}`
  return {
    from: rows,
    risk: { table, column: null, steps: [{ kind: 'removeParts', table, text, statements }], ...outcome },
  }
}
