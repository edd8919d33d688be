/** The example in a folder of its own, with its content imported as `npm start` does it. */

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importProject, type Lectern, openProject } from '../../src/index.ts'
import { openPeople } from '../../src/operate/open-people.ts'

export interface ExampleSite {
  readonly folder: string
  readonly lectern: Lectern
  close(): Promise<void>
}

export const root = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))
export const readPage = (name: string): string => readFileSync(root(name), 'utf8')

/** `allowed`: what everybody may do, besides what the example says. */
export async function openExample(allowed: readonly string[] = []): Promise<ExampleSite> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-example-'))
  for (const name of ['src', 'config']) cpSync(root(`example/${name}`), join(folder, name), { recursive: true })
  const place = { project: folder, env: {} }
  await importProject({ ...place, archive: root('example/content') })
  if (allowed.length > 0) {
    const people = await openPeople(place, false)
    await people.allow('public', allowed)
    await people.close()
  }
  const lectern = await openProject(place)
  return {
    folder,
    lectern,
    close: async () => {
      await lectern.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
