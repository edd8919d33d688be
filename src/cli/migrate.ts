/** `lectern migrate`. */

import type { MigrateProgress } from '../open/migrate-project.ts'
import type { Context, MigrateOptions, Migration } from './context.ts'
import { createProgress } from './progress.ts'
import { styleFor } from './style.ts'

export async function migrate(options: MigrateOptions, context: Context): Promise<number> {
  const progress = createProgress(context)
  try {
    const onProgress = ({ done, total }: MigrateProgress) => progress.update('Migrating', done, total)
    const migration = await context.migrate({ ...options, onProgress })
    progress.end()
    const lines = options.dryRun === true ? preview(migration) : account(migration, context)
    for (const line of lines) context.out(line)
    return 0
  } finally {
    progress.end()
  }
}

/** SQL that can be run as it is. */
function preview({ database, script }: Migration): readonly string[] {
  if (script.length === 0) return [`-- Nothing to do: ${database} is up to date.`]
  return [`-- What would be done to ${database}:`, ...script]
}

function account({ database, ownership, changes }: Migration, context: Context): readonly string[] {
  const style = styleFor(context.colour.out)
  if (changes.length === 0) return [`${style.green('Nothing to do')}: ${database} is up to date.`]
  const steps = changes.length === 1 ? '1 step' : `${changes.length} steps`
  const summary = ownership === 'empty' ? `Created ${database} in ${steps}.` : `Changed ${database} in ${steps}.`
  return [...changes.map(({ text }) => `  ${text}`), style.green(summary)]
}
