/** `lectern openapi`. */

import { writeFile } from 'node:fs/promises'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { whileShown } from './progress.ts'
import { styleFor } from './style.ts'
import { UsageError } from './usage-error.ts'

export async function openapi(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const [file, ...others] = more.words
  if (others.length > 0) throw new UsageError('Name one file to write at most: lectern openapi FILE.')
  const described = await whileShown(context, 'Reading the project', () => context.describeApi(options))
  const text = JSON.stringify(described, null, 2)
  if (file === undefined) {
    context.out(text)
    return 0
  }
  await write(file, text)
  context.out(styleFor(context.colour.out).green(`Described the API in ${file}.`))
  return 0
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, `${text}\n`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${file} cannot be written: ${why}. Name another file, or none for standard output.`)
  }
}
