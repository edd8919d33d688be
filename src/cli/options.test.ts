import { describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'
import { UsageError } from './usage-error.ts'

describe('readOptions', () => {
  it('opens the current folder by default', () => {
    expect(readOptions({}, {})).toEqual({ project: '.', env: {} })
  })

  it('reads the environment, with precedence for the command line', () => {
    const env = {
      LECTERN_PROJECT: 'site',
      LECTERN_DATABASE: 'a.db',
      LECTERN_PORT: '80',
      LECTERN_HOST: '::1',
      LECTERN_PROFILE: 'strapi',
    }
    expect(readOptions({}, env)).toEqual({
      project: 'site',
      database: 'a.db',
      port: 80,
      host: '::1',
      profile: 'strapi',
      env,
    })
    expect(readOptions({ port: '0', profile: 'contract' }, env)).toMatchObject({ port: 0, profile: 'contract' })
  })

  it('reads several replicas', () => {
    const env = { LECTERN_REPLICAS: 'postgres://a/x, postgres://b/x,' }
    expect(readOptions({}, env)).toMatchObject({ replicas: ['postgres://a/x', 'postgres://b/x'] })
    expect(readOptions({ replica: 'postgres://c/x' }, env)).toMatchObject({ replicas: ['postgres://c/x'] })
  })

  it('ignores an empty variable', () => {
    expect(readOptions({}, { LECTERN_PORT: '', LECTERN_PROJECT: '' })).toMatchObject({ project: '.' })
    expect(readOptions({}, { LECTERN_PORT: '' })).not.toHaveProperty('port')
  })

  it.each(['0', '257', '-1', '1.5', 'many'])('refuses %s processes', (workers) => {
    expect(() => readOptions({ workers }, {})).toThrow(`must be a number of processes from 1 to 256, not "${workers}".`)
  })

  it.each([1, 256])('accepts %i processes', (workers) => {
    expect(readOptions({ workers: String(workers) }, {})).toMatchObject({ workers })
  })

  it('reads flags, which the environment can also set to false', () => {
    const env = { LECTERN_DRY_RUN: '1', LECTERN_ADOPT: 'false' }
    expect(readOptions({}, env)).toEqual({ project: '.', env, dryRun: true })
    expect(readOptions({ adopt: 'true', 'allow-data-loss': 'true' }, {})).toMatchObject({
      adopt: true,
      allowDataLoss: true,
    })
  })

  it.each([
    [{}, { LECTERN_ADOPT: 'yes' }, 'LECTERN_ADOPT must be "true" or "false", not "yes".'],
    [{ port: '65536' }, {}, '--port must be a port from 0 to 65535, not "65536".'],
    [{ port: '-1' }, {}, '--port must be a port from 0 to 65535, not "-1".'],
    [{ port: '1e3' }, {}, '--port must be a port from 0 to 65535, not "1e3".'],
    [{}, { LECTERN_PORT: 'http' }, 'LECTERN_PORT must be a port from 0 to 65535, not "http".'],
    [{ profile: 'Strapi' }, {}, '--profile must be "contract" or "strapi", not "Strapi".'],
  ])('refuses %j %j', (given, env, message) => {
    expect(() => readOptions(given, env)).toThrow(new UsageError(message))
  })
})
