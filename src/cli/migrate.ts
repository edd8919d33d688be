/** `lectern migrate`. */

import type { MigrateProgress } from '../migrate-project.ts'
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

/** Text to read: bound values stand beside their statements as comments. */
function preview({ database, changes }: Migration): readonly string[] {
  if (changes.length === 0) return [`-- Nothing to do: ${database} is up to date.`]
  return [`-- What would be done to ${database}, in one transaction:`, ...changes.flatMap(statementsOf)]
}

function statementsOf({ text, statements }: Migration['changes'][number]): readonly string[] {
  const written = statements.map(({ text, values }) => {
    const bound = values.length === 0 ? '' : ` -- with ${JSON.stringify(values)}`
    return `${text};${bound}`
  })
  return [`-- ${text}`, ...written]
}

function account({ database, ownership, changes }: Migration, context: Context): readonly string[] {
  const style = styleFor(context.colour.out)
  if (changes.length === 0) return [`${style.green('Nothing to do')}: ${database} is up to date.`]
  const steps = changes.length === 1 ? '1 step' : `${changes.length} steps`
  const summary = ownership === 'empty' ? `Created ${database} in ${steps}.` : `Changed ${database} in ${steps}.`
  return [...changes.map(({ text }) => `  ${text}`), style.green(summary)]
}
