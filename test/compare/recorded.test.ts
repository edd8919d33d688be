/** `lectern compare` of Lectern with the recorded responses of Strapi 5.54 finds nothing unexpected. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countOf } from '../../src/compare/comparison.ts'
import { CLIENTS, DATABASES, openMagazineDatabase } from '../support/databases.ts'
import type { PostgresDatabase } from '../support/postgres.ts'
import { compareWith, listed } from './comparing.ts'
import { recordedAnswers, type StandIn, startStandIn } from './stand-in.ts'

describe.each(DATABASES)('on %s', (kind) => {
  let database: PostgresDatabase
  let strapi: StandIn

  beforeAll(async () => {
    database = await openMagazineDatabase[kind]()
    strapi = await startStandIn(database.url)
  })
  afterAll(async () => {
    await strapi?.close()
    await database?.drop()
  })

  it('finds no difference to the recorded responses', async () => {
    // Every fourth request: another test covers all recorded cases.
    const paths = [...recordedAnswers(CLIENTS[kind]).keys()].filter(
      (path, at) => at % 4 === 0 && path.startsWith('/api/'),
    )
    expect(paths.length).toBeGreaterThan(250)
    const { compared, left } = await compareWith(strapi.url, {
      // Outside production, errors name disabled extensions.
      env: { TZ: 'UTC', NODE_ENV: 'production' },
      database: database.url,
      requests: listed(...paths),
      most: 2_000,
    })
    const odd = compared.filter(({ verdict }) => verdict.kind !== 'same' && verdict.kind !== 'refused')
    expect(odd).toEqual([])
    expect(left).toBe(0)
    expect(compared.length).toBe(new Set(paths).size)
  })

  it('makes requests of every kind, and finds no difference', async () => {
    const { compared, ratios, source } = await compareWith(strapi.url, { database: database.url, most: 250 })
    expect(compared.filter(({ verdict: { kind: verdict } }) => verdict === 'different')).toEqual([])
    expect(compared).toHaveLength(250)
    expect(countOf(compared, 'same')).toBeGreaterThan(240)
    expect(source).toBe('generated from the content types (seed 1)')
    expect(ratios?.requests).toBeGreaterThan(200)
    const paths = compared.map(({ request }) => request.path).join('\n')
    for (const part of [
      'filters[',
      'sort',
      'pagination[',
      'fields',
      'populate[',
      '[populate]',
      '[on]',
      'locale=',
      'status=draft',
      '_q=',
      '/homepage',
      '$or',
      '$not',
    ]) {
      expect(paths).toContain(part)
    }
  })
})
