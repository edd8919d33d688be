/** `lectern types`. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { count } from '../compare/report/wording.ts'
import { makeFolder } from '../files/make-folder.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { whileShown } from './progress.ts'
import { styleFor } from './style.ts'
import { UsageError } from './usage-error.ts'

const FILE = 'lectern-types.d.ts'

export async function types(options: OpenOptions, context: Context, { words }: Arguments): Promise<number> {
  const [file = FILE, ...others] = words
  if (others.length > 0) throw new UsageError('Name one file to write at most: lectern types FILE.')
  const { text, contentTypes, components, locales } = await whileShown(context, 'Reading the project', () =>
    context.declare(options),
  )
  if (file === '-') {
    context.out(text.trimEnd())
    return 0
  }
  const what = [
    count(contentTypes, 'content type'),
    count(components, 'component'),
    locales === 0 ? 'no locales (none could be read from the database)' : count(locales, 'locale'),
  ].join(', ')
  const done = write(file, text) ? `Wrote ${file}` : `${file} is up to date`
  context.out(`${styleFor(context.colour.out).green(done)}: ${what}.`)
  return 0
}

/** False if the file is up to date: writing it again would trigger builds that watch it. */
function write(file: string, text: string): boolean {
  try {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return false
    makeFolder(dirname(file))
    writeFileSync(file, text)
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  return true
}
