/** Mistakes of programs that open a project: closing it twice, as by a handler of signals and at the end, and others. */

import { expect, it } from 'vitest'
import {
  declareProject,
  describeProject,
  exportProject,
  importProject,
  migrateProject,
  type OpenOptions,
  openProject,
  ProjectError,
} from '../../src/index.ts'
import { DATABASES, openSite } from '../writes/site.ts'

it.each(DATABASES)('closes once, and every caller waits for it, on %s', async (kind) => {
  const { lectern, close } = await openSite(kind, { types: { note: { attributes: { text: { type: 'string' } } } } })
  await lectern.listen({ port: 0 })
  await Promise.all([lectern.close(), lectern.close()])
  await expect(lectern.close()).resolves.toBeUndefined()
  await expect(lectern.listen({ port: 0 })).rejects.toThrow('The project is closed')
  await expect(lectern.examples()).rejects.toThrow('The project is closed')
  await close()
})

it.each(DATABASES)('answers what was asked before it was closed, on %s', async (kind) => {
  const { lectern, close } = await openSite(kind, { types: { note: { attributes: { text: { type: 'string' } } } } })
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ data: { text: 'x' } })
  const asked = [
    lectern.fetch('/api/notes'),
    lectern.fetch('/api/notes?sort=text'),
    lectern.fetch('/api/notes', { method: 'POST', headers, body }),
    lectern.fetch(new Request('http://site/api/notes', { method: 'POST', headers, body })),
  ]
  await lectern.close()
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 201, 201])
  expect((await lectern.fetch('/api/notes')).status).toBe(503)
  await close()
})

it.each([
  [undefined, "as in { project: './my-project' }"],
  [null, "as in { project: './my-project' }"],
  [{ project: '.', databse: 'x' }, 'databse: There is no option of this name. Did you mean database?'],
  [{ project: '.', database: 5 }, 'database: This must be the file or the URL of a database, not 5.'],
  [{ project: '.', env: null }, 'env: This must be an object of variables'],
  [{ project: '.', logger: console }, 'logger: This must be a logger of pino'],
  [{ project: '.', readers: -1 }, 'readers: This must be a number of processes, 0 or more, not -1.'],
  [{ project: '.', readers: '2' }, 'readers: This must be a number of processes, 0 or more, not "2".'],
])('refuses the options %j', async (options, message) => {
  await expect(openProject(options as unknown as OpenOptions)).rejects.toThrow(message)
})

it.each([migrateProject, declareProject, describeProject, exportProject, importProject])(
  'says in %o what is missing',
  async (work) => {
    const call = work as (options?: unknown) => Promise<unknown>
    await expect(call()).rejects.toThrow("as in { project: './my-project' }")
    await expect(call({ project: '.', database: 5 })).rejects.toThrow(ProjectError)
  },
)

it('says that it listens already, and that an address is none', async () => {
  const { lectern, close } = await openSite('SQLite', { types: { note: { attributes: { text: { type: 'string' } } } } })
  const host: unknown = 5
  await expect(lectern.listen({ port: 0, host: host as string })).rejects.toThrow('5 is not an address')
  const url = await lectern.listen({ port: 0 })
  await expect(lectern.listen({ port: 0 })).rejects.toThrow(`The project listens already, at ${url}`)
  await close()
})

it('says that the folder of the project is missing', async () => {
  const options: unknown = './my-project'
  await expect(openProject(options as OpenOptions)).rejects.toThrow("as in { project: './my-project' }")
})
