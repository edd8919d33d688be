import { afterAll, describe, expect, it } from 'vitest'
import { copyProject, open, removeCopies } from './copies.ts'

afterAll(removeCopies)

const ORIGINS = [
  'https://evil.example',
  'null',
  'https://good.example.evil.example',
  'https://evilgood.example',
  'http://good.example',
  'https://good.example:444',
  'HTTPS://GOOD.EXAMPLE',
  'https://good.example/',
  'https://good.example, https://evil.example',
  '*',
]

const CONFIGS = {
  'nothing set': undefined,
  'a list': { origin: ['https://good.example'], credentials: true },
  'any origin, with credentials': { origin: '*', credentials: true },
  'a list with any origin in it': { origin: ['https://good.example', '*'], credentials: true },
  'no origin': { origin: [], credentials: true },
}

const middlewares = (config: unknown) =>
  config === undefined
    ? {}
    : { 'config/middlewares.js': `module.exports = [{ name: 'strapi::cors', config: ${JSON.stringify(config)} }]` }

describe('CORS', () => {
  it.each(Object.entries(CONFIGS))(
    '%s: an unknown origin is never echoed, credentials never go to everybody',
    async (_, config) => {
      const server = await open({ project: copyProject(() => undefined, middlewares(config)) })
      for (const origin of ORIGINS) {
        for (const path of ['/api/articles', '/api/nope', '/api/articles?sort=nope', '/_health', '/api/memos']) {
          for (const method of ['GET', 'OPTIONS', 'HEAD', 'POST']) {
            const preflight = method === 'OPTIONS' ? { 'access-control-request-method': 'GET' } : {}
            const { headers } = await server.fetch(path, { method, headers: { origin, ...preflight } })
            const allowed = headers.get('access-control-allow-origin')
            expect([null, '*'], `${origin} ${method} ${path}`).toContain(allowed)
            expect(headers.get('access-control-allow-credentials')).toBeNull()
          }
        }
      }
      await server.close()
    },
  )

  it('a listed origin is named in the response, with credentials unless the setting forbids them', async () => {
    const server = await open({ project: copyProject(() => undefined, middlewares(CONFIGS['a list'])) })
    const { headers } = await server.fetch('/api/articles', { headers: { origin: 'https://good.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('https://good.example')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('vary')).toMatch(/origin/i)
    await server.close()
  })
})
