import { expect, it } from 'vitest'
import { readSettings } from './read-settings.ts'

function of(secret: string | null, mode = 'production') {
  const environment = { NODE_ENV: mode, ...(secret === null ? {} : { JWT_SECRET: secret }) }
  const database = { client: 'any', connection: 'any' }
  return readSettings({ config: new Map(), environment, overrides: {}, database }).notices
}

it('is shorter than the secrets that Strapi generates', () => {
  expect(of('secret')).toMatchObject([{ path: 'JWT_SECRET', message: expect.stringContaining('has 6 bytes') }])
  expect(of('fifteen bytes..')).toHaveLength(1)
  expect(of('sixteen bytes...')).toEqual([])
  expect(of('üüüüüüüü')).toEqual([])
})

it('is not reported during development, nor if there is no secret', () => {
  expect(of('secret', 'development')).toEqual([])
  expect(of(null)).toEqual([])
})
