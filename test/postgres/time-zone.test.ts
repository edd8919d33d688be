/** PostgreSQL keeps datetimes without a zone: they are read in that of the server which wrote them. */

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

let made: MadeProject
let database: PostgresDatabase

beforeAll(async () => {
  const access_key = createHmac('sha512', API_TOKEN_SALT).update('key').digest('hex')
  const token = { id: 1, type: 'read-only', access_key }
  made = await makeProject({
    types: { event: { attributes: { at: { type: 'datetime' }, stamp: { type: 'timestamp' } } } },
    rows: {
      events: [WINTER, SUMMER].map((at, index) => ({ id: index + 1, at: Date.parse(at), stamp: Date.parse(at) })),
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
  it('are shown and compared as the moments they were', async () => {
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

  it('are what the server wrote in UTC, when they are said to be', async () => {
    const lectern = await made.open({ database: database.url, env: { TZ: 'UTC' } })
    // Four hours behind: the token has run out.
    const response = await lectern.fetch('/api/events', { headers: AS_TOKEN })
    expect(response.status).toBe(401)
  })

  it('are read in the zone of this process, when none is given', async () => {
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
