/** The project that the schema files of docs/content-types.md make. */

import { join } from 'node:path'
import { type Lectern, migrateProject, openProject } from '../../src/index.ts'
import { openPeople } from '../../src/operate/open-people.ts'
import { temporaryProject } from '../project/temporary-project.ts'
import { createDatabase } from '../support/postgres.ts'
import { askerOf, type DatabaseKind } from '../writes/site.ts'
import { readPage } from './example-site.ts'

/** A path in backticks, at the start of a line or at the end of one, and the JSON below it. */
export function shownFiles(page: string): Readonly<Record<string, unknown>> {
  const found = readPage(page).matchAll(/`(src\/[^`]+\.json)`[^\n]*:\n\n```json\n([\s\S]*?)^```$/gm)
  return Object.fromEntries([...found].map(([, path = '', text = '']) => [path, JSON.parse(text)]))
}

export interface PageProject extends ReturnType<typeof askerOf> {
  readonly lectern: Lectern
  close(): Promise<void>
}

/** Everybody may do everything with the types of the given files. */
export async function openPageProject(
  kind: DatabaseKind,
  files: Readonly<Record<string, unknown>>,
): Promise<PageProject> {
  const { folder, remove } = temporaryProject(files)
  const server = kind === 'PostgreSQL' ? await createDatabase() : null
  const place = { project: folder, database: server?.url ?? join(folder, 'data.db'), env: {} }
  await migrateProject(place)
  const people = await openPeople(place, false)
  const types = Object.keys(files).flatMap((path) => /^src\/api\/([^/]+)\//.exec(path)?.[1] ?? [])
  await people.allow(
    'public',
    types.map((type) => `api::${type}.${type}.*`),
  )
  await people.close()
  const lectern = await openProject(place)
  return {
    lectern,
    ...askerOf((path, init) => lectern.fetch(path, init)),
    close: async () => {
      await lectern.close()
      await server?.drop()
      remove()
    },
  }
}
