/** A table that another program has locked while an archive is imported: no reader waits behind the import, which continues
 * when the lock is released. */

import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { importProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { magazinePlace, type Place } from './places.ts'

const WAIT = { timeout: 60_000, interval: 20 }

let place: Place
let holder: pg.Client

beforeEach(async () => {
  place = await magazinePlace('postgres')
  holder = new pg.Client(place.database)
  await holder.connect()
})
afterEach(async () => {
  await holder.end()
  await place.remove()
})

const importing = () =>
  importProject({
    project: place.folder,
    database: place.database,
    archive: fixture('export/magazine-export.tar.gz'),
    replace: true,
    env: {},
  })

/** Tests beside this one have databases of their own. */
const WAITING = `select count(*) from pg_locks join pg_database on pg_database.oid = database where not granted and datname = current_database()`
const waiting = async () => Number((await place.sql(WAITING))[0]?.[0])

it('gives up its place in the queue for a while, and is tried again', { timeout: 150_000 }, async () => {
  await importing()
  await holder.query('begin')
  await holder.query('lock table articles in share mode')
  const second = importing()
  await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), WAIT)
  await vi.waitFor(async () => expect(await waiting()).toBe(0), WAIT)
  await holder.query('rollback')
  expect((await second).entries.get('api::article.article')).toBeGreaterThan(0)
  expect(await place.sql('select count(*) from articles')).toEqual([['244']])
})
