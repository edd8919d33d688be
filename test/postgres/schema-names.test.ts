/** Schemas of a PostgreSQL database whose names have to be quoted. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { temporaryProject } from '../project/temporary-project.ts'
import { askerOf } from '../support/ask.ts'
import { createDatabase, type PostgresDatabase, runScript } from '../support/postgres.ts'
import { filesOf, grants } from '../writes/site-files.ts'

const NOTES = { types: { note: { attributes: { text: { type: 'string' } } } } }

describe.each(['Content', 'My content', 'a.b', '%I', '"'])('the schema %s', (schema) => {
  const { folder, remove } = temporaryProject(filesOf(NOTES))
  const quoted = `"${schema.replaceAll('"', '""')}"`
  let server: PostgresDatabase

  beforeAll(async () => {
    server = await createDatabase()
    await runScript(server.url, `create schema ${quoted}`)
  })
  afterAll(async () => {
    await server?.drop()
    remove()
  })

  it('gets tables, and the next start finds them', async () => {
    const database = `${server.url}?schema=${encodeURIComponent(schema)}`
    const open = () => openProject({ project: folder, database, env: {}, migrate: true })
    await (await open()).close()
    await runScript(server.url, [`set search_path = ${quoted}`, ...grants(NOTES)].join(';\n'))
    const lectern = await open()
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"data":{"text":"kept"}}' }
    expect((await lectern.fetch('/api/notes', init)).status).toBe(201)
    expect(await askerOf(lectern).list('/api/notes')).toMatchObject([{ text: 'kept' }])
    await lectern.close()
  })
})
