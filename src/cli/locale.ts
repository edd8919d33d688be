/** `lectern locale`. */

import { count } from '../compare/report/wording.ts'
import type { Locale, Locales, RemovedLocale } from '../locales/locales.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { createQuietProgress, type Progress } from './progress.ts'
import { tableLines } from './table.ts'
import { type Outcome, printOutcome, verbOf, wordsAfter } from './verbs.ts'

export async function locale(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const verb = verbOf('locale', more, ['list', 'add', 'default', 'remove'])
  const [code = ''] = wordsAfter(verb === 'list' ? 'locale list' : `locale ${verb} CODE`, more, verb === 'list' ? 0 : 1)
  const progress = createQuietProgress(context)
  const locales = await context.openLocales(options)
  try {
    // To standard error, since scripts read standard output.
    for (const notice of locales.notices) context.err(notice)
    printOutcome(await VERBS[verb](locales, code, { more, progress }).finally(progress.end), context, more)
    return 0
  } finally {
    await locales.close()
  }
}

interface Asked {
  readonly more: Arguments
  readonly progress: Progress
}

type Verb = 'list' | 'add' | 'default' | 'remove'

const VERBS: Record<Verb, (locales: Locales, code: string, asked: Asked) => Promise<Outcome>> = {
  list: async (locales) => {
    const value = await locales.list()
    return { value, lines: listed(value) }
  },
  add: async (locales, code, { more }) => {
    const value = await locales.add(code, more.text('name'))
    return { value, lines: [`Added ${value.code}: ${value.name}.`] }
  },
  default: async (locales, code) => {
    const value = await locales.makeDefault(code)
    return { value, lines: [`${value.code} is the default locale now: requests without a locale read and write it.`] }
  },
  remove: async (locales, code, { more, progress }) => {
    const value = await locales.remove(code, more.flag('allow-data-loss'), (done, total) =>
      progress.update('Deleting', done, total),
    )
    return { value, lines: removed(value) }
  },
}

function listed(locales: readonly Locale[]): readonly string[] {
  return tableLines(
    locales.map(({ code, name, isDefault, entries }) => [
      code,
      name,
      count(entries, 'entry', 'entries'),
      isDefault ? 'default' : '',
    ]),
  )
}

function removed({ code, deleted }: RemovedLocale): readonly string[] {
  return [
    ...deleted.map(({ type, entries }) => `Deleted ${count(entries, 'entry', 'entries')} of ${type}.`),
    `Removed ${code}.`,
  ]
}
