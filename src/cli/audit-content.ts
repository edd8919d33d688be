/** Writes changes by locales, imports and migrations to the audit log. */

import { basename } from 'node:path'
import type { Locales } from '../locales/locales.ts'
import type { Imported, ImportOptions } from '../operate/import-project.ts'
import type { Audited } from './command-audit.ts'
import type { MigrateOptions, Migration } from './context.ts'

export function auditLocales(locales: Locales, audited: Audited): Locales {
  return {
    ...locales,
    add: (code, name) => audited('locale.add', locales.add(code, name), () => ({ locale: code })),
    makeDefault: (code) => audited('locale.default', locales.makeDefault(code), () => ({ locale: code })),
    remove: (code, ...how) =>
      audited('locale.remove', locales.remove(code, ...how), ({ deleted }) => ({ locale: code, deleted })),
  }
}

export function auditImport(
  importArchive: (options: ImportOptions) => Promise<Imported>,
  audited: Audited,
): (options: ImportOptions) => Promise<Imported> {
  return (options) =>
    audited('content.import', importArchive(options), ({ database, entries, files }) => ({
      archive: basename(options.archive),
      replace: options.replace === true,
      database,
      entries: [...entries.values()].reduce((sum, number) => sum + number, 0),
      files,
    }))
}

/** Additions to the schema are not logged, since existing data stays the same. */
export function auditMigration(
  migrate: (options: MigrateOptions) => Promise<Migration>,
  audited: Audited,
): (options: MigrateOptions) => Promise<Migration> {
  return (options) =>
    audited('database.migrate', migrate(options), ({ database, changes }) => {
      const altering = changes.filter(({ altersContent }) => altersContent).map(({ text }) => text)
      const isDone = options.dryRun !== true && altering.length > 0
      return isDone ? { database, allowDataLoss: options.allowDataLoss === true, changes: altering } : null
    })
}
