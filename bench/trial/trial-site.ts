import { rmSync } from 'node:fs'
import { temporaryProject } from '../../test/project/temporary-project.ts'
import { fileRows, filesOf, grants, localeRows, type SiteSpec } from '../../test/writes/site-files.ts'
import type { BenchDatabases } from '../database/bench-databases.ts'
import { lectern, startLecternIn } from '../peers/lectern.ts'
import type { Server } from '../peers/start-server.ts'

/** A project on a database of Lectern's own, in which the public role may do everything. */
export type TrialSite = {
  readonly folder: string
  readonly database: string
  start(): Promise<Server>
  stop(): Promise<void>
}

export const makeTrialSite = async (databases: BenchDatabases, name: string, spec: SiteSpec): Promise<TrialSite> => {
  const { folder, remove } = temporaryProject(filesOf(spec))
  const database = await databases.create(name)
  lectern('migrate', '--project', folder, '--database', database)
  await databases.execute(database, [...grants(spec), ...localeRows, ...fileRows(spec.files ?? 0)])
  return {
    folder,
    database,
    start: () => startLecternIn({ folder, database }),
    stop: async () => {
      remove()
      // A server's databases are deleted with the server; files are deleted at once, since a run creates many.
      if (databases.kind === 'sqlite')
        for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, { force: true })
    },
  }
}
