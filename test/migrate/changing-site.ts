/** A site whose schema files change while there is content: between two schemas it is closed, migrated and opened again. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Lectern, type MigrateOptions, type Migration, migrateProject, openProject } from '../../src/index.ts'
import {
  askerOf,
  type DatabaseKind,
  filesOf,
  type Prepared,
  prepareSite,
  type Site,
  type SiteSpec,
} from '../writes/site.ts'

export interface ChangingSite extends Site {
  /** Other schema files; the database stays as it is. */
  write(spec: SiteSpec): void
  migrate(options?: Partial<MigrateOptions>): Promise<Migration>
  /** Other schema files, and the migration that they need. */
  change(spec: SiteSpec, options?: Partial<MigrateOptions>): Promise<Migration>
  /** As `lectern serve` does, migrating what can be without a loss. */
  serve(): Promise<Lectern>
}

export async function openChangingSite(kind: DatabaseKind, spec: SiteSpec): Promise<ChangingSite> {
  const prepared = await prepareSite(kind, spec)
  const { folder, database, sql, remove } = prepared
  const open = () => openProject({ project: folder, database, env: {} })
  let lectern = await open()
  const migrate = (options: Partial<MigrateOptions> = {}) =>
    migrateProject({ project: folder, database, env: {}, ...options })
  return {
    folder,
    database,
    get lectern() {
      return lectern
    },
    ...askerOf((path, init) => lectern.fetch(path, init)),
    sql,
    write: (changed) => writeFiles(prepared, changed),
    migrate,
    change: async (changed, options) => {
      writeFiles(prepared, changed)
      const migration = await migrate(options)
      await lectern.close()
      lectern = await open()
      return migration
    },
    serve: async () => {
      const opened = await openProject({ project: folder, database, env: {}, migrate: true })
      await lectern.close()
      lectern = opened
      return lectern
    },
    close: async () => {
      await lectern.close()
      await remove()
    },
  }
}

function writeFiles({ folder }: Prepared, spec: SiteSpec): void {
  rmSync(join(folder, 'src'), { recursive: true, force: true })
  for (const [path, content] of Object.entries(filesOf(spec))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(content))
  }
}
