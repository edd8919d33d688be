/** Columns whose values the database works out: attributes that are read, and not written. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { askerOf, DATABASES, type Prepared, prepareSite } from './site.ts'

describe.each(DATABASES)('a generated column on %s', (kind) => {
  let site: Prepared
  let asker: ReturnType<typeof askerOf>
  let close: () => Promise<void>

  beforeAll(async () => {
    const line = { size: { type: 'integer' }, twice: { type: 'integer', required: true, default: 1 } }
    site = await prepareSite(kind, {
      types: {
        note: {
          attributes: { ...line, line: { type: 'component', component: 'shared.line' } },
          draftAndPublish: true,
          localized: true,
        },
      },
      components: { 'shared.line': line },
    })
    for (const table of ['notes', 'components_shared_lines']) {
      await site.sql(`alter table ${table} drop column twice`)
      const stored = kind === 'PostgreSQL' ? 'stored' : 'virtual'
      await site.sql(`alter table ${table} add column twice integer generated always as (size * 2) ${stored}`)
    }
    const lectern = await openProject({ project: site.folder, database: site.database, env: {} })
    asker = askerOf((path, init) => lectern.fetch(path, init))
    close = () => lectern.close()
  })

  afterAll(async () => {
    await close?.()
    await site?.remove()
  })

  it('is shown and filtered, and stays when the entry is published, discarded and translated', async () => {
    const sent = { size: 4, line: { size: 5 } }
    const shown = { twice: 8, line: { twice: 10 } }
    const { documentId } = await asker.create('/api/notes?populate=*&status=draft', sent)
    const path = `/api/notes/${documentId}`
    expect(await asker.update(`${path}?populate=*`, {})).toMatchObject(shown)
    await asker.update(`${path}?status=draft`, { size: 7, line: { size: 8 } })
    expect(await asker.read(`${path}?status=draft&populate=*`)).toMatchObject({ twice: 14, line: { twice: 16 } })
    await asker.update(`${path}?locale=fr`, { line: { size: 1 } })
    expect(await asker.read(`${path}?locale=fr&populate=*`)).toMatchObject({ line: { twice: 2 } })
    expect(await asker.list('/api/notes?filters[twice][$gt]=7&filters[line][twice]=2')).toHaveLength(1)
  })

  it('is not a name that a body may have', async () => {
    expect(await asker.ask('POST', '/api/notes', { twice: 3 })).toMatchObject({
      status: 400,
      error: { message: 'Invalid key twice' },
    })
  })
})
