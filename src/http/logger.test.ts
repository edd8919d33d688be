import { describe, expect, it } from 'vitest'
import { createLogger, logServed } from './logger.ts'

function capture(human: boolean, level = 'info') {
  const lines: string[] = []
  return { lines, logger: createLogger({ human, level, write: (text) => lines.push(text) }) }
}

const request = {
  method: 'GET',
  url: '/api/articles?token=abc&sort=id',
  headers: { authorization: 'Bearer hidden', cookie: 'session=hidden' },
}
const served = { request, status: 200, milliseconds: 2.3456, bytes: 120, code: null }

describe('logServed', () => {
  it('writes one JSON line without credentials', () => {
    const { lines, logger } = capture(false)
    logServed(logger, served)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      method: 'GET',
      url: '/api/articles?token=[redacted]&sort=id',
      status: 200,
      ms: 2.35,
      bytes: 120,
    })
  })

  it('writes a short line for people', () => {
    const { lines, logger } = capture(true)
    logServed(logger, served)
    logServed(logger, { ...served, status: 404, code: 'ROUTE_UNKNOWN' })
    expect(lines).toEqual([
      '200 GET /api/articles?token=[redacted]&sort=id 3 ms\n',
      '404 GET /api/articles?token=[redacted]&sort=id 3 ms ROUTE_UNKNOWN\n',
    ])
  })

  it('calls a failure of ours an error', () => {
    const { lines, logger } = capture(false, 'error')
    logServed(logger, served)
    logServed(logger, { ...served, status: 500, code: 'INTERNAL' })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, code: 'INTERNAL' })
  })
})

describe('createLogger', () => {
  it('shows people the stack of an error', () => {
    const { lines, logger } = capture(true)
    logger.error({ err: new Error('boom') }, 'failed')
    expect(lines[0]).toMatch(/^failed\nError: boom\n {4}at /)
  })
})
