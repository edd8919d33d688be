/**
 * Types and components that have another table now, or whose table another model uses. References by name use the ids of
 * the old table: with the ids of the new one, entries would get the files, links and components of others.
 */

import { isOfProject, modelsOf } from '../../schema/models.ts'
import type { Model } from '../../schema/schema.ts'
import { literal, name, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { Loss } from '../losses.ts'
import type { RecordedTable } from '../record.ts'
import type { Step } from '../step.ts'
import { countLeftovers, type LeftoverContext } from './find-leftovers.ts'
import type { Leftover } from './leftover.ts'
import { namedIn, namedRows } from './named-rows.ts'

export interface MovedModels {
  /** Recorded for the next migration. While leftovers remain, it looks for the table's former owner again. */
  readonly notes: (isAnyLeft: boolean) => readonly Step[]
  readonly losses: readonly Loss[]
  readonly isAnyMoved: boolean
}

export async function findMovedModels(context: LeftoverContext): Promise<MovedModels> {
  const models = new Map(
    modelsOf(context.content.schema)
      .filter(isOfProject)
      .map((model) => [model.uid, model]),
  )
  const owners = new Map([...models.values()].map((model) => [tableOf(context.content.tables, model.uid).table, model]))
  const moved = [...context.recorded.values()].flatMap((record): readonly Moved[] => {
    const owner = owners.get(record.name)
    // A missing table was renamed by hand, and has the same ids under its new name.
    if (!context.isThere(record.name)) return []
    return (
      uidsIn(record)
        .filter((uid) => uid !== owner?.uid)
        // A table that no model uses any more is dropped, with what refers to it.
        .filter((uid) => models.has(uid) || owner !== undefined)
        .map((uid) => ({ uid, isThere: models.has(uid), owner }))
    )
  })
  return {
    notes: (isAnyLeft) =>
      [...owners].flatMap(([table, { uid }]): readonly Step[] => {
        const record = context.recorded.get(table)
        const left = isAnyLeft ? uidsIn(record).filter((former) => former !== uid && !models.has(former)) : []
        const isNoted = record?.uid === uid && JSON.stringify(record.formerUids ?? []) === JSON.stringify(left)
        return isNoted ? [] : [{ kind: 'noteModel', table, uid, formerUids: left }]
      }),
    losses: await countLeftovers(
      context,
      moved.flatMap((one) => leftoversOf(context, one)),
    ),
    isAnyMoved: moved.length > 0,
  }
}

/** All that have had their rows in a table. */
const uidsIn = (record: RecordedTable | undefined): readonly string[] => [
  ...new Set([...(record?.formerUids ?? []), ...(record?.uid === undefined ? [] : [record.uid])]),
]

interface Moved {
  readonly uid: string
  /** Whether the schema still has it. */
  readonly isThere: boolean
  /** The model that uses its table now. */
  readonly owner: Model | undefined
}

function leftoversOf({ content, recorded, isColumn }: LeftoverContext, moved: Moved): readonly Leftover[] {
  const why = moved.isThere
    ? `${moved.uid} has another table now`
    : `the table of ${moved.uid} is that of ${moved.owner?.uid} now`
  return (
    namedRows(content)
      .filter(({ table, column }) => recorded.get(table)?.whole === true && isColumn(table, column))
      // Components that the schema does not have are found where no attribute holds them.
      .filter(({ places }) => moved.isThere || !places)
      .map((rows) => {
        const { table } = rows
        const isMeant = sql`${namedIn(rows)} = ${literal(moved.uid)}`
        const step: Step = {
          kind: 'forgetTypes',
          table,
          text: `forget what led to ${moved.uid}, in ${table}`,
          statements: [rows.forget(isMeant)],
        }
        const reason = `${why}, and what led to its rows by their ids is deleted`
        const left = `rows in ${table} that led to ${moved.uid}`
        return {
          from: sql`${name(table)} where ${isMeant}`,
          risk: { table, column: null, reason, left, needed: moved.isThere, steps: [step] },
        }
      })
  )
}
