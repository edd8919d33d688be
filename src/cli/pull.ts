/** `lectern pull`: downloads an export to a file, and later its changes. */

import { existsSync } from 'node:fs'
import { count } from '../compare/report/wording.ts'
import { exportUrl } from '../pull/export-url.ts'
import { type Pulled, pull as pullExport } from '../pull/pull.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { createProgress } from './progress.ts'
import { INTERRUPTED } from './stop.ts'
import { styleFor } from './style.ts'
import { UsageError } from './usage-error.ts'

export async function pull(_options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const { url, file } = readPlaces(more)
  const progress = createProgress(context)
  const stop = new AbortController()
  void context.nextSignal().then(() => stop.abort())
  const token = context.env.LECTERN_PULL_TOKEN || null
  const changes = more.flag('changes')
  try {
    const onProgress = (entries: number) => progress.update(`Pulling ${url.host}`, entries, null)
    const pulled = await pullExport({ url, file, token, changes, signal: stop.signal, onProgress })
    progress.end()
    for (const line of summary(pulled, file, context)) context.out(line)
    return 0
  } catch (error) {
    progress.end()
    if (!stop.signal.aborted) {
      if (existsSync(file)) context.err(`${file} is unchanged.`)
      throw error
    }
    context.err('Stopped. Nothing was written.')
    return INTERRUPTED
  }
}

function readPlaces({ words, text }: Arguments): { readonly url: URL; readonly file: string } {
  const [word, ...others] = words
  const file = text('out')
  if (word === undefined || others.length > 0 || file === null)
    throw new UsageError('Usage: lectern pull URL --out FILE.')
  const url = exportUrl(word)
  if (url === null)
    throw new UsageError(`The URL must be that of a list, such as https://cms.example.com/api/articles, not "${word}".`)
  if (url.username !== '' || url.password !== '')
    throw new UsageError('The URL must not contain a password, which others would see: set LECTERN_PULL_TOKEN.')
  return { url, file }
}

function summary({ received, since }: Pulled, file: string, { colour }: Context): readonly string[] {
  const { green } = styleFor(colour.out)
  const entries = count(received, 'entry', 'entries')
  if (since === null) return [green(`Pulled ${entries} to ${file}.`)]
  return [
    green(`Pulled ${entries} changed since ${since.toISOString()} into ${file}.`),
    'Entries that were deleted or unpublished since are still in it: only a pull without --changes removes them.',
  ]
}
