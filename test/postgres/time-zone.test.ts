/** PostgreSQL stores datetimes without a zone: they are read in the zone of the server that wrote them. */

import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { askerOf } from '../support/ask.ts'
import { copyToPostgres } from '../support/copy-to-postgres.ts'
import { API_TOKEN_SALT, type MadeProject, makeProject } from '../support/make-project.ts'
import type { PostgresDatabase } from '../support/postgres.ts'

const ZONE = 'America/New_York'
const WINTER = '2024-01-01T12:00:00.001Z'
const SUMMER = '2024-07-01T12:34:56.789Z'
const HOUR = 3_600_000

/** Clocks are turned back at 06:00 UTC: local times between 05:00 and 06:00 UTC occur again an hour later. */
const TURNED_BACK = ['2024-11-03T04:30:00.000Z', '2024-11-03T05:30:00.000Z', '2024-11-03T07:30:00.000Z']
/** And forward at 07:00 UTC. */
const TURNED_FORWARD = ['2024-03-10T06:30:00.000Z', '2024-03-10T07:30:00.000Z', '2024-03-10T08:30:00.000Z']
const FAR = [
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T04:59:59.999Z',
  '+020244-01-01T00:00:00.000Z',
  '+275760-09-12T00:00:00.000Z',
]

let made: MadeProject
let database: PostgresDatabase

beforeAll(async () => {
  const access_key = createHmac('sha512', API_TOKEN_SALT).update('key').digest('hex')
  const token = { id: 1, type: 'read-only', access_key }
  made = await makeProject({
    types: {
      event: { attributes: { at: { type: 'datetime' }, stamp: { type: 'timestamp' } } },
      moment: { attributes: { at: { type: 'datetime' }, stamp: { type: 'timestamp' } } },
    },
    rows: {
      events: [WINTER, SUMMER].map((at, index) => ({ id: index + 1, at: Date.parse(at), stamp: Date.parse(at) })),
      moments: [...TURNED_BACK, ...TURNED_FORWARD, ...FAR].map((at, index) => ({
        id: index + 1,
        at: Date.parse(at),
        stamp: Date.parse(at),
      })),
      // Half an hour from now; read as if it were written in UTC, it would be long past.
      strapi_api_tokens: [{ ...token, expires_at: Date.now() + HOUR / 2 }],
    },
    permissions: [],
  })
  database = await copyToPostgres(made.database, { timeZone: ZONE })
})

afterAll(async () => {
  await made?.remove()
  await database?.drop()
})

afterEach(() => void vi.restoreAllMocks())

const AS_TOKEN = { authorization: 'Bearer key' }

describe('datetimes of another time zone', () => {
  it('are shown and compared as the stored moments', async () => {
    const { list, ids } = askerOf(await made.open({ database: database.url, env: { TZ: ZONE } }))
    expect(await list('/api/events', AS_TOKEN)).toMatchObject([
      { id: 1, at: WINTER, stamp: String(Date.parse(WINTER)) },
      { id: 2, at: SUMMER, stamp: String(Date.parse(SUMMER)) },
    ])
    expect(await ids(`/api/events?filters[at]=${SUMMER}`, AS_TOKEN)).toEqual([2])
    expect(await ids(`/api/events?filters[at][$gt]=2024-01-01T12:00:00.000Z`, AS_TOKEN)).toEqual([1, 2])
    expect(await ids(`/api/events?filters[at][$lt]=2024-07-01T12:34:56.789Z`, AS_TOKEN)).toEqual([1])
    expect(await ids(`/api/events?filters[stamp]=${Date.parse(WINTER)}`, AS_TOKEN)).toEqual([1])
    expect(await ids(`/api/events?filters[at][$startsWith]=2024-07-01T12:3`, AS_TOKEN)).toEqual([2])
  })

  it.each([ZONE, 'Europe/Berlin', 'Asia/Tokyo'])('are the same around every turn of the clocks: %s', async (zone) => {
    const copy = await copyToPostgres(made.database, { timeZone: zone })
    try {
      const { list, ids } = askerOf(await made.open({ database: copy.url, env: { TZ: zone } }))
      const moments = [...TURNED_BACK, ...TURNED_FORWARD, ...FAR]
      expect(await list('/api/moments?sort=id', AS_TOKEN)).toMatchObject(
        moments.map((at) => ({ at, stamp: String(Date.parse(at)) })),
      )
      for (const [index, at] of moments.entries()) {
        expect(await ids(`/api/moments?filters[at]=${encodeURIComponent(at)}`, AS_TOKEN)).toEqual([index + 1])
      }
      expect(await ids('/api/moments?filters[at][$gt]=%2B010000-01-01T00:00:00.000Z', AS_TOKEN)).toEqual([8, 9, 10])
    } finally {
      await copy.drop()
    }
  })

  it('are in UTC if the setting says so', async () => {
    const lectern = await made.open({ database: database.url, env: { TZ: 'UTC' } })
    // Four hours behind: the token has run out.
    const response = await lectern.fetch('/api/events', { headers: AS_TOKEN })
    expect(response.status).toBe(401)
  })

  it('are read in the zone of this process without a setting', async () => {
    const own = Intl.DateTimeFormat().resolvedOptions()
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...own, timeZone: ZONE })
    const { list } = askerOf(await made.open({ database: database.url, env: {} }))
    expect(await list('/api/events', AS_TOKEN)).toMatchObject([{ at: WINTER }, { at: SUMMER }])
  })

  it('need a zone that the server knows', async () => {
    const open = made.open({ database: database.url, env: { TZ: 'Middle/Earth' } })
    await expect(open).rejects.toThrow(/does not know the time zone "Middle\/Earth".*settings\.timeZone/)
  })
})
