/** `lectern migrate`. */

import type { MigrateProgress } from '../open/migration/migrate-project.ts'
import type { Arguments } from './arguments.ts'
import type { Context, MigrateOptions, Migration } from './context.ts'
import { leftOutLines } from './left-out-lines.ts'
import { createProgress } from './progress.ts'
import { styleFor } from './style.ts'

export async function migrate(options: MigrateOptions, context: Context, { flag }: Arguments): Promise<number> {
  const asSql = flag('sql')
  const dryRun = options.dryRun === true || asSql
  const progress = createProgress(context)
  try {
    const onProgress = ({ done, total }: MigrateProgress) => progress.update('Migrating', done, total)
    const migration = await context.migrate({ ...options, dryRun, onProgress })
    progress.end()
    for (const line of linesFor(migration, context, dryRun, asSql)) context.out(line)
    return 0
  } finally {
    progress.end()
  }
}

function linesFor(migration: Migration, context: Context, dryRun: boolean, asSql: boolean): readonly string[] {
  if (asSql) return sqlOf(migration)
  const lines = dryRun ? preview(migration, context) : account(migration, context)
  return [...lines, ...leftOutLines(migration.leftOut, styleFor(context.colour.out))]
}

/** SQL that can be run as it is. */
function sqlOf({ database, script }: Migration): readonly string[] {
  if (script.length === 0) return [`-- Nothing to do: ${database} is up to date.`]
  return [`-- What would be done to ${database}:`, ...script]
}

/** Most steps in a preview, including the line that counts the rest. */
const LONGEST_PREVIEW = 8

function preview({ database, ownership, changes }: Migration, context: Context): readonly string[] {
  const style = styleFor(context.colour.out)
  if (changes.length === 0) return [`${style.green('Nothing to do')}: ${database} is up to date.`]
  const shown = changes.length > LONGEST_PREVIEW ? LONGEST_PREVIEW - 1 : LONGEST_PREVIEW
  const more = changes.length - shown
  return [
    `${ownership === 'empty' ? 'Would create' : 'Would change'} ${database}; nothing is done yet:`,
    ...changes.slice(0, shown).map(({ text }) => `  ${text}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    'All of it as SQL: lectern migrate --sql',
  ]
}

function account({ database, ownership, changes }: Migration, context: Context): readonly string[] {
  const style = styleFor(context.colour.out)
  if (changes.length === 0) return [`${style.green('Nothing to do')}: ${database} is up to date.`]
  const steps = changes.length === 1 ? '1 step' : `${changes.length} steps`
  const summary = ownership === 'empty' ? `Created ${database} in ${steps}.` : `Changed ${database} in ${steps}.`
  return [...changes.map(({ text }) => `  ${text}`), style.green(summary)]
}
