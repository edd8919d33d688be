/** `/_health` and `/_ready`, with a database, without one, and with one that is waited for. */

import { afterEach, describe, expect, it } from 'vitest'
import { type Lectern, type OpenOptions, openProject } from '../src/index.ts'
import { fixture } from './support/fixture.ts'
import { createDatabase } from './support/postgres.ts'

const opened: Lectern[] = []
afterEach(async () => {
  for (const lectern of opened.splice(0)) await lectern.close()
})

async function open(database: string, options: Partial<OpenOptions> = {}): Promise<Lectern> {
  const lectern = await openProject({ project: fixture('magazine'), database, env: { TZ: 'UTC' }, ...options })
  opened.push(lectern)
  return lectern
}

const NOBODY = 'postgres://127.0.0.1:1/x'

describe('with a database', () => {
  it('both report success, to the public', async () => {
    const lectern = await open(fixture('magazine.sqlite'))
    for (const path of ['/_health', '/_ready', '/_READY']) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await lectern.fetch(path, { method })
        expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 204, cache: 'no-store' })
      }
      expect((await lectern.fetch(path, { method: 'POST' })).status).toBe(405)
    }
    expect((await lectern.fetch('/_ready/x')).status).toBe(404)
  })
})

describe('while a server cannot be reached', () => {
  it('we live, and everything that needs it is to be tried again', async () => {
    const lectern = await open(NOBODY, { waitForDatabase: true })
    expect((await lectern.fetch('/_health')).status).toBe(204)
    expect((await lectern.fetch('/api/nope')).status).toBe(404)
    for (const path of ['/_ready', '/api/articles', '/api/i18n/locales']) {
      const response = await lectern.fetch(path)
      expect({ status: response.status, retryAfter: response.headers.get('retry-after') }, path).toEqual({
        status: 503,
        retryAfter: '1',
      })
      const error = { status: 503, name: 'ServiceUnavailableError', message: 'The database is not available' }
      expect(await response.json()).toEqual({ data: null, error: { ...error, details: {} } })
    }
    expect((await lectern.fetch('/api/articles', { method: 'POST', body: '{}' })).status).toBe(503)
    expect(await lectern.examples()).toBeNull()
    expect(lectern.notices[0]).toMatch(/at 127\.0\.0\.1:1 cannot be reached/)
    expect(lectern.summary).toMatchObject({ contentTypes: 10, database: 'not reached yet' })
  })

  it('nothing is opened for who does not want to wait', async () => {
    await expect(open(NOBODY)).rejects.toMatchObject({ problems: [{ message: expect.stringContaining('reached') }] })
  })
})

describe('errors that waiting does not fix', () => {
  it('is reported at once', async () => {
    const server = await createDatabase()
    const missing = Object.assign(new URL(server.url), { pathname: '/nothing_here' }).href
    await expect(open(missing, { waitForDatabase: true })).rejects.toThrow(/"nothing_here" does not exist/)
    const unknown = open(`${server.url}?schema=elsewhere`, { waitForDatabase: true })
    await expect(unknown).rejects.toThrow(/no schema "elsewhere"/)
    await server.drop()
  })

  it('includes replicas that are none', async () => {
    const replicas = ['postgres://127.0.0.1:1/x']
    await expect(open(fixture('magazine.sqlite'), { replicas })).rejects.toThrow(/remove them/)
    const patient = { waitForDatabase: true, replicas: ['mysql://127.0.0.1/x'] }
    await expect(open(NOBODY, patient)).rejects.toThrow(/Replica 1 is not a postgresql/)
  })
})
