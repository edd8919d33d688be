/** `lectern export`. */

import { count } from '../compare/report/wording.ts'
import type { Exported } from '../operate/export-project.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { listed } from './import.ts'
import { createProgress } from './progress.ts'
import { INTERRUPTED, unlessStopped } from './stop.ts'
import { styleFor } from './style.ts'
import { UsageError } from './usage-error.ts'

export async function exportArchive(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const [archive, ...others] = more.words
  if (others.length > 0) throw new UsageError('Name one file to write at most: lectern export FILE.')
  const key = more.text('key')
  const progress = createProgress(context)
  try {
    const exported = await unlessStopped(context, (onComplete) =>
      context.exportArchive({
        ...options,
        ...(archive === undefined ? {} : { archive }),
        ...(key === null ? {} : { key }),
        onProgress: ({ stage, done, total }) => progress.update(`Exporting ${stage}`, done, total),
        onComplete,
      }),
    )
    progress.end()
    if (exported === null) {
      context.err('Stopped. Nothing was written.')
      return INTERRUPTED
    }
    for (const line of summary(exported, context)) context.out(line)
    return 0
  } finally {
    progress.end()
  }
}

function summary({ archive, database, ...counts }: Exported, context: Context): readonly string[] {
  const { entries, links, files, settings, missingFiles, leftOut } = counts
  const lost = [
    ...(missingFiles === 0
      ? []
      : [`  ${count(missingFiles, 'uploaded file')} not in the uploads folder: lost, or stored by another provider`]),
    ...(leftOut.size === 0 ? [] : ['  Entries of plugins that no content type leads to:', ...listed([...leftOut])]),
  ]
  return [
    styleFor(context.colour.out).green(`Exported ${database} to ${archive}.`),
    ...listed([...entries, ['links', links], ['files', files], ['settings', settings]]),
    ...(lost.length === 0 ? [] : ['Left out', ...lost]),
  ]
}
