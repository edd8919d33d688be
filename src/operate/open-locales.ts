/** Opens a project's database to change its locales. */

import { storeOn } from '../answer/answer-write.ts'
import { createReader } from '../auth/reader.ts'
import { createStoredSettings } from '../auth/settings-store.ts'
import { ProjectError, refusal } from '../config/problem.ts'
import type { Run } from '../execute/database.ts'
import { nameFor } from '../locales/check-code.ts'
import { type ContentReader, contentIn, deleteContent, totalOf } from '../locales/locale-content.ts'
import {
  deleteLocale,
  insertLocale,
  knownLocale,
  localeRows,
  lockLocales,
  storeDefault,
} from '../locales/locale-rows.ts'
import type { Locale, LocaleContent, Locales } from '../locales/locales.ts'
import type { ChangeContext } from '../people/change-context.ts'
import { render } from '../sql/sql.ts'
import type { Store } from '../store/store.ts'
import { checkDatabase } from '../tables/check-database.ts'
import { changeContext, inTransaction } from './in-transaction.ts'
import { type ChangeOptions, openToChange } from './open-to-change.ts'

export async function openLocales(options: ChangeOptions): Promise<Locales> {
  const { project, database, dialect, columns, description, ownership, notices } = await openToChange(options)
  const { settings } = project
  const { problems, schema, tables } = checkDatabase(project.schema, project.tables, columns)
  if (problems.length > 0) {
    await database.close()
    throw new ProjectError(problems)
  }
  const stored = createStoredSettings(database, dialect, columns)
  const place = { schema, tables, dialect, settings }

  const contentOn = (run: Run): ContentReader => ({ ...place, run: (text) => run(render(text, dialect)) })

  async function localeOf(run: Run, row: { code: string; name: string }): Promise<Locale> {
    const { code, name } = row
    const entries = totalOf(await contentIn(contentOn(run), code))
    return { code, name, isDefault: code === (await stored.defaultLocale()), entries }
  }

  async function change<T>(work: (context: ChangeContext, store: Store, run: Run) => Promise<T>): Promise<T> {
    if (ownership !== 'lectern') {
      throw refusal(`${description} was not made by Lectern: change its locales in Strapi's admin panel.`)
    }
    const defaultLocale = await stored.defaultLocale()
    return inTransaction(settings.database, (run) =>
      work(changeContext(run, dialect, columns), storeOn(run, place, defaultLocale), run),
    )
  }

  return {
    database: description,
    notices,
    list: async () => {
      const found: Locale[] = []
      for (const row of await localeRows(createReader(database, dialect, columns)))
        found.push(await localeOf(database.run, row))
      return found
    },
    add: (code, given) => {
      const name = nameFor(code, given)
      return change(async (context, _store, run) => {
        const taken = (await lockLocales(context)).some((row) => row.code === code)
        if (taken) throw refusal(`The locale ${code} exists already.`)
        await insertLocale(context, { code, name })
        return localeOf(run, { code, name })
      })
    },
    makeDefault: (code) =>
      change(async (context, _store, run) => {
        const row = knownLocale(await lockLocales(context), code)
        await storeDefault(context, code)
        return { ...(await localeOf(run, row)), isDefault: true }
      }),
    remove: (code, allowDataLoss, onProgress) =>
      change(async (context, store) => {
        const { name } = knownLocale(await lockLocales(context), code)
        if (code === (await stored.defaultLocale())) throw refusal(isDefault(code))
        const deleted = await contentIn(store, code)
        if (deleted.length > 0 && !allowDataLoss) throw refusal(hasContent(code, deleted))
        await deleteContent(store, code, onProgress)
        await deleteLocale(context, code)
        return { code, name, deleted }
      }),
    close: () => database.close(),
  }
}

function isDefault(code: string): string {
  return `${code} is the default locale and cannot be removed. Make another one the default first: lectern locale default CODE.`
}

function hasContent(code: string, content: readonly LocaleContent[]): string {
  const lines = content.map(({ type, entries }) => `  ${type}: ${entries}`)
  return `There are entries in ${code}, which would be deleted with it:\n${lines.join('\n')}\nAdd --allow-data-loss to delete them.`
}
