/** `lectern import`. */

import { count } from '../compare/report/wording.ts'
import type { Imported } from '../operate/import-project.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { createProgress } from './progress.ts'
import { INTERRUPTED } from './stop.ts'
import { styleFor } from './style.ts'
import { UsageError } from './usage-error.ts'

export async function importArchive(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const [archive = '', ...others] = more.words
  if (archive === '' || others.length > 0) throw new UsageError('Name the archive to import: lectern import FILE.')
  const key = more.text('key')
  const progress = createProgress(context)
  const titles = { check: `Checking ${archive}`, write: `Importing ${archive}` }
  try {
    const importing = context.importArchive({
      ...options,
      archive,
      ...(key === null ? {} : { key }),
      replace: more.flag('replace'),
      ignoreMissing: more.flag('ignore-missing'),
      mayChange: more.flag('yes'),
      onProgress: ({ stage, done, total }) => progress.update(titles[stage], done, total),
    })
    const imported = await Promise.race([importing, context.nextSignal()])
    progress.end()
    if (imported === undefined) {
      context.err('Stopped. Nothing was imported, unless the import was just being committed.')
      return INTERRUPTED
    }
    for (const line of summary(archive, imported, context)) context.out(line)
    return 0
  } finally {
    progress.end()
  }
}

function summary(archive: string, imported: Imported, context: Context): readonly string[] {
  const { entries, components, links, files, settings, unsignedWebhooks } = imported
  const left = leftBehind(imported)
  return [
    styleFor(context.colour.out).green(`Imported ${archive} into ${imported.database}.`),
    ...listed([...entries, ['components', components], ['links', links], ['files', files], ['settings', settings]]),
    ...(left.length === 0 ? [] : ['Left out', ...left.map((line) => `  ${line}`)]),
    ...(unsignedWebhooks === 0 ? [] : unsignedHint(unsignedWebhooks)),
  ]
}

function unsignedHint(webhooks: number): readonly string[] {
  return [
    `${count(webhooks, 'webhook')} without a secret, since archives contain none: requests are not signed.`,
    'lectern webhook list shows which; lectern webhook rotate NAME makes a secret. Add those with a --preset again.',
  ]
}

export function listed(counts: readonly (readonly [string, number])[]): readonly string[] {
  const width = Math.max(...counts.map(([, number]) => String(number).length))
  return counts.map(([what, number]) => `  ${String(number).padStart(width)}  ${what}`)
}

function leftBehind({ danglingLinks, leftSettings, leftOut }: Imported): readonly string[] {
  const attributes = leftOut.map(({ type, attribute, count: values }) =>
    attribute === null ? `${type}: ${values} in all` : `${type}.${attribute}: ${count(values, 'value')}`,
  )
  return [
    ...attributes,
    ...(danglingLinks === 0 ? [] : [`${count(danglingLinks, 'link')} to entries that are not in the archive`]),
    ...(leftSettings === 0 ? [] : [`${count(leftSettings, 'setting')} that are duplicates, or have no table here`]),
  ]
}
