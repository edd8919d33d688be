import { describe, expect, it } from 'vitest'
import { createLogger, createLogServed } from './logger.ts'

function capture(human: boolean, level = 'info', colour = false) {
  const lines: string[] = []
  return { lines, logger: createLogger({ human, level, colour, write: (text) => lines.push(text) }) }
}

const request = {
  method: 'GET',
  url: '/api/articles?token=abc&sort=id',
  headers: { authorization: 'Bearer hidden', cookie: 'session=hidden' },
}
const CLOCK = /^\d\d:\d\d:\d\d /
const served = { request, status: 200, milliseconds: 2.3456, bytes: 120, code: null }

describe('createLogServed', () => {
  it('writes one JSON line without credentials', () => {
    const { lines, logger } = capture(false)
    createLogServed(logger)(served)
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

  it('does not let a message control the terminal', () => {
    const { lines, logger } = capture(true)
    logger.warn('\u001b[2Jrefused')
    expect(lines.map((line) => line.replace(CLOCK, ''))).toEqual(['\ufffd[2Jrefused\n'])
  })

  it('writes a short line for people', () => {
    const { lines, logger } = capture(true)
    createLogServed(logger)(served)
    createLogServed(logger)({ ...served, status: 404, code: 'ROUTE_UNKNOWN' })
    expect(lines.map((line) => line.replace(CLOCK, ''))).toEqual([
      '200 GET /api/articles?token=[redacted]&sort=id 3 ms\n',
      '404 GET /api/articles?token=[redacted]&sort=id 3 ms ROUTE_UNKNOWN\n',
    ])
    expect(lines[0]).toMatch(CLOCK)
  })

  it('names a parameter that was ignored', () => {
    const ignored = 'where: Write filters[title][$eq]=x'
    const [machines, people] = [capture(false), capture(true)]
    createLogServed(machines.logger)({ ...served, ignored })
    createLogServed(people.logger)({ ...served, ignored })
    expect(JSON.parse(machines.lines[0] ?? '')).toMatchObject({ status: 200, ignored })
    expect(people.lines[0]).toMatch(/3 ms ignored where: Write filters\[title\]\[\$eq\]=x\n$/)
  })

  it('says which permission a refused caller lacks', () => {
    const refused = { caller: 'public', lacks: 'api::author.author.find' } as const
    const [machines, people] = [capture(false), capture(true)]
    createLogServed(machines.logger)({ ...served, status: 403, code: 'FORBIDDEN', refused })
    createLogServed(people.logger)({ ...served, status: 403, code: 'FORBIDDEN', refused })
    expect(JSON.parse(machines.lines[0] ?? '')).toMatchObject({ status: 403, code: 'FORBIDDEN', ...refused })
    expect(people.lines[0]).toMatch(/3 ms FORBIDDEN public lacks api::author\.author\.find\n$/)
  })

  it.each([
    [200, 32],
    [304, 36],
    [404, 33],
    [503, 31],
  ])('shows at a glance how it went: %d', (status, code) => {
    const { lines, logger } = capture(true, 'info', true)
    createLogServed(logger)({ ...served, status })
    expect(lines[0]).toContain(`\u001b[${code}m${status}\u001b[39m GET`)
  })

  it('has no colours in JSON', () => {
    const { lines, logger } = capture(false, 'info', true)
    createLogServed(logger)(served)
    expect(lines[0]).not.toContain('\u001b')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ status: 200 })
  })

  it('logs an internal failure as an error', () => {
    const { lines, logger } = capture(false, 'error')
    createLogServed(logger)(served)
    createLogServed(logger)({ ...served, status: 500, code: 'INTERNAL' })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, code: 'INTERNAL' })
  })
})

describe('createLogger', () => {
  it('shows people the stack of an error', () => {
    const { lines, logger } = capture(true)
    logger.error({ err: new Error('boom') }, 'failed')
    expect(lines[0]?.replace(CLOCK, '')).toMatch(/^failed\nError: boom\n {4}at /)
  })

  it('marks warnings and errors', () => {
    const { lines, logger } = capture(true, 'info', true)
    logger.info('ready')
    logger.warn('slow')
    logger.error('broken')
    expect(lines.map((line) => line.slice(line.indexOf(' ') + 1))).toEqual([
      'ready\n',
      '\u001b[33mslow\u001b[39m\n',
      '\u001b[31mbroken\u001b[39m\n',
    ])
  })
})
