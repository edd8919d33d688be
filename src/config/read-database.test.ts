import { describe, expect, it } from 'vitest'
import type { Problem } from './problem.ts'
import { readDatabase } from './read-database.ts'
import { settingReader } from './setting-readers.ts'

const read = (value: unknown, environment = {}, overrides = {}) => {
  const problems: Problem[] = []
  const config = new Map([['database', { file: 'config/database.js', value }]] as const)
  const options = readDatabase(settingReader(config, problems, []), environment, overrides)
  return { ...options, problems: problems.map(({ path }) => path) }
}

describe('readDatabase', () => {
  it('has a default for everything', () => {
    expect(read({}, { TZ: 'Asia/Tokyo' })).toEqual({
      pool: { min: 0, max: 10, queue: 1_000, acquireTimeout: 5_000 },
      statementTimeout: 15_000,
      timeZone: 'Asia/Tokyo',
      replicas: [],
      problems: [],
    })
    expect(read({}).timeZone).toBeNull()
  })

  it("reads the project's settings, also as texts", () => {
    const connection = {
      pool: { min: '0', max: '20', queue: 50 },
      replicas: ['a', 'b'],
      acquireConnectionTimeout: 60_000,
    }
    const settings = { statementTimeout: 500, timeZone: 'UTC' }
    expect(read({ connection, settings }, { TZ: 'Asia/Tokyo' })).toEqual({
      pool: { min: 0, max: 20, queue: 50, acquireTimeout: 60_000 },
      statementTimeout: 500,
      timeZone: 'UTC',
      replicas: ['a', 'b'],
      problems: [],
    })
    expect(read({ connection }, {}, { replicas: ['c'] }).replicas).toEqual(['c'])
  })

  it('refuses invalid settings', () => {
    expect(read({ connection: { pool: { min: 5, max: 3 } } }).problems).toEqual(['connection.pool.min'])
    expect(read({ connection: { pool: { max: 0 } } }).problems).toEqual(['connection.pool.max'])
    expect(read({ connection: { replicas: 'postgres://h/d' } }).problems).toEqual(['connection.replicas'])
    expect(read({ settings: { statementTimeout: -1 } }).problems).toEqual(['settings.statementTimeout'])
  })
})
