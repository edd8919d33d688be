/** The summary that `lectern check` gives of an open project. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { DATABASES, openSite } from '../writes/site.ts'

it.each(DATABASES)('compares with Strapi only a project that is or was one of Strapi, on %s', async (kind) => {
  const site = await openSite(kind, { types: { note: { attributes: { text: { type: 'string' } } } } })
  try {
    expect(site.lectern.overview().departures).toEqual([])
    writeFileSync(join(site.folder, 'package.json'), '{ "dependencies": { "@strapi/strapi": "5.54.0" } }')
    expect(site.lectern.overview().departures).not.toEqual([])
  } finally {
    await site.close()
  }
})

it('compares a database of Strapi with it, whatever the folder says', async () => {
  const lectern = await openProject({ project: fixture('magazine'), database: fixture('magazine.sqlite'), env: {} })
  expect(lectern.overview().departures).not.toEqual([])
  await lectern.close()
})
