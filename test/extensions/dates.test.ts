/** Relative dates equal the same dates written out, and responses with them are cached for a minute at most. */

import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { castValue } from '../../src/check/cast-value.ts'
import type { OpenApiDocument } from '../../src/index.ts'
import { rulesUntil } from '../../src/respond/caching.ts'
import { NO_EXTENSIONS } from '../../src/vocabulary/extensions.ts'
import { type Asker, askerOf } from '../support/ask.ts'
import { randomRuns } from '../support/random-runs.ts'
import { DATABASES, openSite, type Site } from '../writes/site.ts'
import { type Opened, openMagazineOn } from './open-on.ts'

const SEED = 20_261_116
const NOW = Date.parse('2025-03-31T10:20:30.400Z')
const MINUTE = Date.parse('2025-03-31T10:20:00.000Z')

const setTime = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time })
afterEach(() => vi.useRealTimers())

describe('a relative date', () => {
  const dates = { now: MINUTE, extensions: { on: new Set(['dates'] as const), hints: true } }
  const place = { param: 'filters', path: 'at', dates }
  const moment = (text: string) => new Date(Number(castValue(text, 'datetime', place))).toISOString()

  it.each([
    ['$now', '2025-03-31T10:20:00.000Z'],
    ['$now(-7d)', '2025-03-24T10:20:00.000Z'],
    ['$now(5h)', '2025-03-31T15:20:00.000Z'],
    ['$now(+5h)', '2025-03-31T15:20:00.000Z'],
    ['$now( 2w)', '2025-04-14T10:20:00.000Z'],
    ['$now(-1M)', '2025-02-28T10:20:00.000Z'],
    ['$now(11M)', '2026-02-28T10:20:00.000Z'],
    ['$now(3y)', '2028-03-31T10:20:00.000Z'],
    ['$today', '2025-03-31T00:00:00.000Z'],
    ['$today(-13M)', '2024-02-29T00:00:00.000Z'],
    ['$today(1M)', '2025-04-30T00:00:00.000Z'],
    ['$today(-30h)', '2025-03-29T18:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(moment(text)).toBe(expected)
    expect(castValue(text, 'timestamp', place)).toBe(Date.parse(expected))
    expect(castValue(text, 'date', place)).toBe(expected.slice(0, 10))
    expect(castValue(text, 'string', place)).toBe(text)
  })

  it.each([
    '$now()',
    '$now(7)',
    '$now(d)',
    '$now(-7m)',
    '$now(1.5d)',
    '$now(12345d)',
    '$today(1d',
    '$nowhere',
    '$now(--1d)',
  ])('is not %s', (text) => {
    expect(() => moment(text)).toThrow(
      `Invalid value ${JSON.stringify(text)} at at. Expected an amount and one of h, d, w, M, y, as in $now(-7d) or $today(1M)`,
    )
    expect(castValue(text, 'string', place)).toBe(text)
  })

  it.each(['$now(9999y)', '$today(-9999y)'])('stays in the calendar: %s', (text) => {
    expect(() => moment(text)).toThrow('Expected a date between the years 1 and 9999')
  })

  it('is an error where the extension is off, which a hint names outside production', () => {
    const off = { ...place, dates: { now: MINUTE, extensions: { ...NO_EXTENSIONS, hints: true } } }
    const message = 'Invalid format, expected a timestamp or an ISO date'
    const where = { source: 'query', param: place.param, path: place.path }
    expect(() => castValue('$now', 'datetime', off)).toThrow(
      expect.objectContaining({ message, details: { ...where, hint: expect.stringContaining("['dates']") } }),
    )
    const production = { ...place, dates: { now: MINUTE, extensions: NO_EXTENSIONS } }
    expect(() => castValue('$now', 'datetime', production)).toThrow(
      expect.objectContaining({
        message,
        details: { ...where, hint: expect.stringMatching(/^Write it as 2025-01-31T/) },
      }),
    )
    const strapi = { ...production, profile: 'strapi' } as const
    expect(() => castValue('$now', 'datetime', strapi)).toThrow(expect.objectContaining({ message, details: {} }))
    expect(() => castValue('$today', 'date', production)).toThrow('Invalid format, expected yyyy-MM-dd')
  })
})

it('max-age ends with the minute', () => {
  const rules = { maxAge: 10, sharedMaxAge: 3_600 }
  expect(rulesUntil(null, rules)).toEqual(rules)
  expect(rulesUntil(MINUTE + 60_000, rules, NOW)).toEqual({ maxAge: 10, sharedMaxAge: 29 })
  expect(rulesUntil(MINUTE + 60_000, rules, MINUTE + 61_000)).toEqual({ maxAge: 0, sharedMaxAge: 0 })
})

const DAY = 86_400_000
const UNITS: Readonly<Record<string, number>> = { h: DAY / 24, d: DAY, w: 7 * DAY }

describe.each(DATABASES)('on %s', (kind) => {
  let opened: Opened
  let asked: Asker

  beforeAll(async () => {
    opened = await openMagazineOn(kind, { extensions: ['dates', 'quantifiers'] })
    asked = askerOf(opened.lectern)
  })
  afterAll(() => opened?.close())

  it('finds what the same dates find, written out', async () => {
    const question = fc.record({
      now: fc.integer({ min: Date.parse('2024-06-01'), max: Date.parse('2026-06-01') }),
      base: fc.constantFrom('now', 'today'),
      unit: fc.constantFrom('h', 'd', 'w'),
      amount: fc.integer({ min: -400, max: 400 }),
      operator: fc.constantFrom('$gte', '$lt', '$ne'),
      field: fc.constantFrom('publishDay', 'eventAt'),
    })
    let telling = 0
    const property = fc.asyncProperty(question, async ({ now, base, unit, amount, operator, field }) => {
      setTime(now)
      const step = base === 'now' ? 60_000 : DAY
      const moment = new Date(Math.floor(now / step) * step + amount * (UNITS[unit] ?? 0)).toISOString()
      const written = field === 'publishDay' ? moment.slice(0, 10) : moment
      const ask = (value: string) => asked.body(`/api/articles?filters[${field}][${operator}]=${value}&fields=id`)
      const expected = await ask(written)
      expect(await ask(`$${base}(${amount}${unit})`)).toEqual(expected)
      if (Number(expected.meta.pagination.total) > 0) telling += 1
    })
    await fc.assert(property, { seed: SEED, numRuns: randomRuns(kind === 'SQLite' ? 100 : 40) })
    expect(telling).toBeGreaterThan(0)
  })

  it('works in lists, pairs, relations and populated relations', async () => {
    setTime(NOW)
    for (const [relative, written] of [
      [
        'filters[eventAt][$between][0]=$now(-1y)&filters[eventAt][$between][1]=$now(1y)',
        ['2024-03-31T10:20Z', '2026-03-31T10:20Z'],
      ],
      ['filters[reviews][createdAt][$gt]=$now(-1y)', ['2024-03-31T10:20Z']],
      ['populate[reviews][filters][createdAt][$gt]=$today(-1y)', ['2024-03-31T00:00Z']],
    ] as const) {
      const values = [...written]
      const out = relative.replaceAll(/=\$[^&]+/g, () => `=${values.shift()}`)
      expect(await asked.text(`/api/articles?${relative}`)).toBe(await asked.text(`/api/articles?${out}`))
    }
  })

  it('does not change texts, and refuses invalid dates', async () => {
    expect(await asked.list('/api/articles?filters[title]=$now(-7d)')).toEqual([])
    const refusal = await asked.refusal('/api/articles?filters[eventAt][$gt]=$now(7)')
    expect(refusal).toMatchObject({ status: 400, details: { param: 'filters', path: 'eventAt' } })
  })

  it('is described', async () => {
    const document = (await (await opened.lectern.fetch('/_openapi.json')).json()) as OpenApiDocument
    expect(JSON.stringify(document.paths['/api/articles']?.get?.parameters)).toContain('$now(-7d)')
  })
})

describe.each(DATABASES)('caches on %s', (kind) => {
  let site: Site
  const path = '/api/events?filters[at][$lte]=$now&sort=id'

  beforeAll(async () => {
    setTime(NOW)
    const types = {
      event: { draftAndPublish: false, attributes: { name: { type: 'string' }, at: { type: 'datetime' } } },
    }
    const rest = { extensions: ['dates'], maxAge: 600, sharedMaxAge: 600 }
    site = await openSite(kind, { types, config: { api: { rest } } })
    await site.create('/api/events', { name: 'past', at: '2025-03-31T10:00:00Z' })
    await site.create('/api/events', { name: 'soon', at: '2025-03-31T10:21:00Z' })
  })
  afterAll(() => site?.close())

  it('end with the minute', async () => {
    const get = async (headers = {}) => {
      const response = await site.lectern.fetch(path, { headers })
      const text = await response.text()
      const names = text === '' ? [] : (JSON.parse(text) as { data: { name: string }[] }).data.map(({ name }) => name)
      return {
        status: response.status,
        names,
        etag: response.headers.get('etag'),
        control: response.headers.get('cache-control'),
      }
    }
    setTime(NOW)
    const first = await get()
    expect(first).toMatchObject({ names: ['past'], control: expect.stringContaining('max-age=29') })
    // The second and third request get cached responses.
    await get()
    setTime(MINUTE + 59_000)
    const last = await get()
    expect(last).toMatchObject({ names: ['past'], etag: first.etag, control: expect.stringContaining('max-age=1,') })
    expect((await get({ 'if-none-match': first.etag })).status).toBe(304)
    setTime(MINUTE + 60_000)
    const next = await get({ 'if-none-match': first.etag })
    expect(next).toMatchObject({ status: 200, names: ['past', 'soon'] })
    expect(next.etag).not.toBe(first.etag)
    setTime(MINUTE + 125_000)
    expect((await get()).control).toContain('max-age=55')
    // The clock is set back.
    setTime(NOW)
    expect(await get()).toMatchObject({ names: ['past'], etag: first.etag, control: first.control })
  })

  it('requests without such dates keep their max-age', async () => {
    const response = await site.lectern.fetch('/api/events?filters[name]=past')
    expect(response.headers.get('cache-control')).toContain('max-age=600')
  })
})
