/** `lectern new`. */

import { basename, dirname, relative, resolve } from 'node:path'
import { writeStarter } from '../starter/write-starter.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { styleFor } from './style.ts'
import { UsageError } from './usage-error.ts'

export async function newProject(_options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const [folder = '', ...others] = more.words
  const isEmpty = more.flag('empty')
  if (folder === '') throw new UsageError('Name the folder to create: lectern new DIR.')
  if (others.length > 0) {
    throw new UsageError(
      `One folder is created at a time. For a name with spaces: lectern new '${more.words.join(' ')}'.`,
    )
  }
  const paths = writeStarter(resolve(folder), { folder: context.packageFolder, version: context.version })
  if (!isEmpty) await fill(resolve(folder), context)
  const style = styleFor(context.colour.out)
  const project = shellWord(relative('.', resolve(folder)) || '.')
  context.out(`Made ${folder}:`)
  for (const path of paths) context.out(style.dim(`  ${path}`))
  if (!isEmpty) context.out('Wrote a few articles and authors, which the public may read.')
  context.out('')
  context.out('Next')
  if (project !== '.') context.out(`  cd ${project}`)
  if (!isInstalledFor(resolve(folder), context.packageFolder)) context.out('  npm install')
  context.out('  npm run dev')
  context.out('')
  context.out('Then, in another terminal, make an API token to write with')
  context.out('  npx lectern token create writing --type full-access')
  return 0
}

/** If this fails, the project files exist already, and a second `lectern new` would refuse to overwrite them. */
async function fill(folder: string, context: Context): Promise<void> {
  try {
    await context.fillStarter(folder)
  } catch (error) {
    context.err(
      'The project files were written, but not the database. Once this is fixed, lectern dev creates an empty one:',
    )
    throw error
  }
}

/** Whether this Lectern is in `node_modules` of the folder or one above it, where npm finds its commands. */
function isInstalledFor(project: string, packageFolder: string): boolean {
  const modules = dirname(packageFolder)
  if (basename(modules) !== 'node_modules') return false
  return !relative(dirname(modules), project).startsWith('..')
}

function shellWord(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
