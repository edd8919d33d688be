/** A primary and a streaming replica, with a real program. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { type Cluster, createCluster } from '../support/embedded-server.ts'
import { fixture } from '../support/fixture.ts'
import { ask, load } from './load.ts'
import {
  connect,
  connectionsOf,
  endPrograms,
  loadMagazine,
  type Program,
  type Session,
  serve,
  until,
} from './program.ts'

let primary: Cluster
let replica: Cluster
let session: Session

beforeAll(async () => {
  primary = await createCluster()
  await primary.start()
  await loadMagazine(primary.url)
  replica = await primary.createStandby()
  await replica.start()
  session = await connect(primary.url)
})

afterAll(async () => {
  await session?.end()
  await replica?.stop()
  await primary?.stop()
  replica?.remove()
  primary?.remove()
})

const serveBoth = () => serve(['--project', fixture('magazine'), '--database', primary.url, '--replica', replica.url])

afterEach(endPrograms)

/** Labels of tags, from the server that answers reads. */
async function tags(program: Program): Promise<readonly unknown[]> {
  const response = await fetch(`${program.address}/api/tags?sort=id&pagination[pageSize]=100`)
  return ((await response.json()) as { data: readonly { label: unknown }[] }).data.map(({ label }) => label)
}

const onReplica = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
  const own = await connect(replica.url)
  try {
    return await work(own)
  } finally {
    await own.end()
  }
}

describe('a replica', () => {
  it('answers reads of content, and follows the primary', async () => {
    const program = await serveBoth()
    expect(await onReplica((own) => own.query('select pg_is_in_recovery()'))).toEqual([[true]])
    const before = await tags(program)
    expect(await onReplica(connectionsOf)).toBeGreaterThan(0)
    // Replay is paused: the replica does not have the change yet, so the response shows which server answered.
    await onReplica((own) => own.query('select pg_wal_replay_pause()'))
    await session.query(`update tags set label = label || ' anew'`)
    expect(await tags(program)).toEqual(before)
    // Nor is it cached under the state of the primary: it would stay cached when the replica has caught up.
    expect((await fetch(`${program.address}/api/tags`)).headers.get('etag')).toBeNull()
    await onReplica((own) => own.query('select pg_wal_replay_resume()'))
    const anew = before.map((label) => `${label} anew`)
    await until('it has followed', async () => JSON.stringify(await tags(program)) === JSON.stringify(anew))
    expect(await program.stop()).toBe(0)
    await until('its connections are closed', async () => (await onReplica(connectionsOf)) === 0)
  })

  it('of a database without change tracking: responses are not cached, and startup says so', async () => {
    const options = { project: fixture('magazine'), database: primary.url, env: { TZ: 'UTC' } }
    for (const [replicas, notices] of [
      [[], []],
      [[replica.url], [expect.stringMatching(/^Responses are not cached/)]],
    ]) {
      const lectern = await openProject({ ...options, replicas: replicas as string[] })
      expect(lectern.notices).toEqual(notices)
      await lectern.close()
    }
  })

  it('does not answer reads of settings: outdated ones would be cached as current', async () => {
    const program = await serveBoth()
    const setDefault = (locale: string) =>
      session.query(
        `update strapi_core_store_settings set value = '"${locale}"' where key = 'plugin_i18n_default_locale'`,
      )
    const localeShown = async () => {
      const response = await fetch(`${program.address}/api/articles?fields=locale&pagination[pageSize]=1`)
      return ((await response.json()) as { data: readonly { locale: unknown }[] }).data[0]?.locale
    }
    expect(await localeShown()).toBe('en')
    await onReplica((own) => own.query('select pg_wal_replay_pause()'))
    await setDefault('fr-FR')
    expect([await localeShown(), await localeShown()]).toEqual(['fr-FR', 'fr-FR'])
    await onReplica((own) => own.query('select pg_wal_replay_resume()'))
    await setDefault('en')
    expect(await localeShown()).toBe('en')
    expect(await program.stop()).toBe(0)
  })

  it.each(['SIGINT', 'SIGQUIT'] as const)(
    'that dies (%s) and comes back leaves no request without a response',
    async (signal) => {
      const program = await serveBoth()
      const running = load(program.address)
      const more = async () => {
        const before = running.answers()
        await until('there are more answers', async () => running.answers() > before + 100)
      }
      await more()
      await replica.stop(signal)
      await more()
      expect((await ask(`${program.address}/_ready`)).status).toBe(204)
      await replica.start()
      await until('it is asked again', async () => program.log().includes('In use again: the replica'))
      await more()
      expect(await onReplica(connectionsOf)).toBeGreaterThan(0)
      expect(Object.keys(await running.stop())).toEqual(['200'])
      expect(program.log()).toContain('Left out: the replica')
      expect(await program.stop()).toBe(0)
      await until('its connections are closed', async () => (await connectionsOf(session)) === 0)
    },
  )

  it('that is missing at startup: lectern serve waits for it, other commands fail', async () => {
    await replica.stop()
    const options = { project: fixture('magazine'), database: primary.url, replicas: [replica.url], env: {} }
    await expect(openProject(options)).rejects.toThrow(/cannot be reached/)
    const program = await serveBoth()
    expect((await ask(`${program.address}/api/articles`)).status).toBe(200)
    await replica.start()
    await until('it is asked', async () => (await onReplica(connectionsOf)) > 0)
    expect(await program.stop()).toBe(0)
  })

  it('answers while the primary is gone', async () => {
    const program = await serveBoth()
    expect((await ask(`${program.address}/api/articles`)).status).toBe(200)
    await session.end()
    await primary.stop()
    for (let round = 0; round < 10; round++) {
      expect((await ask(`${program.address}/api/articles`)).status).toBe(200)
      expect((await ask(`${program.address}/_ready`)).status).toBe(204)
    }
    await primary.start()
    session = await connect(primary.url)
    await until('the primary is asked again', async () => program.log().includes('In use again: the primary'))
    expect((await ask(`${program.address}/api/articles`)).status).toBe(200)
    expect(await program.stop()).toBe(0)
  })

  it('without a primary has no revisions until it is promoted', async () => {
    const lectern = await openProject({ project: fixture('magazine'), database: replica.url, env: { TZ: 'UTC' } })
    const etagOf = async () => (await lectern.fetch('/api/tags')).headers.get('etag')
    expect(lectern.notices).toEqual([expect.stringMatching(/^Responses are not cached/)])
    expect([await etagOf(), await etagOf()]).toEqual([null, null])
    await onReplica((own) => own.query('select pg_promote()'))
    await until('answers are kept', async () => (await etagOf()) !== null)
    await onReplica((own) => own.query(`update tags set label = 'promoted'`))
    expect(await (await lectern.fetch('/api/tags')).text()).toContain('promoted')
    await lectern.close()
  })
})
