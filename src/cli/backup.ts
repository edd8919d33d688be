/** `lectern backup`. */

import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { createProgress } from './progress.ts'
import { INTERRUPTED, unlessStopped } from './stop.ts'
import { styleFor } from './style.ts'
import { UsageError } from './usage-error.ts'

export async function backup(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const [file, ...others] = more.words
  if (file === undefined || others.length > 0) throw new UsageError('Name the file to write: lectern backup FILE.')
  const progress = createProgress(context)
  try {
    const onProgress = (done: number, total: number | null) => progress.update('Copying', done, total)
    const written = await unlessStopped(context, (onComplete) =>
      context.backup({ ...options, file, onProgress, onComplete }),
    )
    progress.end()
    if (written === null) {
      context.err('Stopped. Nothing was written.')
      return INTERRUPTED
    }
    context.out(styleFor(context.colour.out).green(`Wrote ${written.file}.`))
    context.out(RESTORE[written.kind](written.file))
    return 0
  } finally {
    progress.end()
  }
}

const RESTORE = {
  copy: () =>
    'To restore it, copy it beside the database file and rename it to that name. Uploaded files are not in it.',
  archive: (file: string) =>
    `To restore it: lectern import ${file} --replace. API tokens and secrets of webhooks are not in it.`,
}
