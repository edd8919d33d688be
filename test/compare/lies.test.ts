/** Every difference in Strapi's responses is found. */

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Compared, exitCodeOf } from '../../src/compare/comparison.ts'
import { written } from '../../src/compare/report/groups.ts'
import { openProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { AS_READ_ONLY } from '../support/magazine.ts'
import { compareWith, listed } from './comparing.ts'
import { type Lie, type Said, type StandIn, startStandIn } from './stand-in.ts'

type Entry = Readonly<Record<string, unknown>>
type Body = { readonly data: readonly Entry[]; readonly meta: { readonly pagination: Entry } }

const TAGS = '/api/tags?sort=id'
const ARTICLES = '/api/articles?sort=id&populate=*'

let strapi: StandIn

beforeAll(async () => {
  strapi = await startStandIn(fixture('magazine.sqlite'))
})
afterAll(() => strapi.close())
beforeEach(() => strapi.lie(() => null))

/** A changed response for one path. */
function lieAbout(path: string, change: Change): Lie {
  return (asked, truth) => (asked === path ? { ...truth, body: change(truth.body as Body) } : null)
}

type Change = (body: Body) => Body

/** Changes values of one entry of the list. */
const entry =
  (at: number, more: Entry): Change =>
  (body) => ({ ...body, data: body.data.map((each, index) => (index === at ? { ...each, ...more } : each)) })

const entries =
  (change: (list: readonly Entry[]) => readonly Entry[]): Change =>
  (body) => ({ ...body, data: change(body.data) })

const total =
  (number: number): Change =>
  (body) => ({ ...body, meta: { pagination: { ...body.meta.pagination, total: number } } })

async function verdictOn(path: string): Promise<Compared['verdict']> {
  const { compared } = await compareWith(strapi.url, { requests: listed(path) })
  expect(compared).toHaveLength(1)
  return compared[0]?.verdict ?? { kind: 'same' }
}

/** Kind, place and both values of the first difference. */
const firstDifference = async (path: string) => shownFirst(await verdictOn(path))

function shownFirst(verdict: Compared['verdict']) {
  if (verdict.kind !== 'different') return verdict.kind
  const [first] = verdict.differences
  return first === undefined ? 'none' : [first.kind, written(first.place), first.strapi, first.lectern]
}

describe('differences', () => {
  const rows: readonly [string, string, Change, unknown[]][] = [
    ['a text', TAGS, entry(1, { label: 'x' }), ['values', 'data[1].label', 'x', 'tag 1 window']],
    ['a type', TAGS, entry(3, { priority: '6' }), ['values', 'data[3].priority', '6', 6]],
    ['null', TAGS, entry(0, { priority: 0 }), ['values', 'data[0].priority', 0, null]],
    [
      'a millisecond',
      TAGS,
      entry(0, { createdAt: '2026-11-15T00:28:39.713Z' }),
      ['values', 'data[0].createdAt', '2026-11-15T00:28:39.713Z', '2026-11-15T00:28:39.712Z'],
    ],
    ['a key more', TAGS, entry(0, { extra: 1 }), ['keys', 'data[0].extra', 1, undefined]],
    ['a key less', TAGS, entry(0, { color: undefined }), ['keys', 'data[0].color', undefined, 'BLUE']],
    ['the total', TAGS, total(31), ['values', 'meta.pagination.total', 31, 30]],
    [
      'an entry less',
      TAGS,
      entries((list) => list.toSpliced(4, 1)),
      ['entries', 'data[4]', undefined, expect.objectContaining({ label: 'tag 4 winter' })],
    ],
    ['an entry more', TAGS, entries((list) => [...list, { id: 999 }]), ['entries', 'data[25]', { id: 999 }, undefined]],
    ['the order', TAGS, entries((list) => list.toReversed()), ['order', 'data', expect.any(Array), expect.any(Array)]],
    ['something nested', ARTICLES, entry(0, { author: null }), ['values', 'data[0].author', null, expect.any(Object)]],
    ['JSON in a field', ARTICLES, entry(0, { metadata: {} }), ['keys', 'data[0].metadata.lang', undefined, 'a']],
  ]
  // An ignored parameter makes the paths different, so that one comparison finds all differences.
  const pathOf = (at: number) => `${rows[at]?.[1]}&row=${at}`
  let found: readonly Compared[]

  beforeAll(async () => {
    const lies = rows.map(([, , change], at) => lieAbout(pathOf(at), change))
    strapi.lie((...lie) => lies.map((each) => each(...lie)).find((said) => said !== null) ?? null)
    found = (await compareWith(strapi.url, { requests: listed(...rows.map((_, at) => pathOf(at))) })).compared
  })

  it.each(rows.map(([what, , , expected], at) => [what, at, expected] as const))('in %s', (_what, at, expected) => {
    const verdict = found.find(({ request }) => request.path === pathOf(at))?.verdict
    expect(verdict === undefined ? null : shownFirst(verdict)).toEqual(expected)
  })

  it('in the status', async () => {
    strapi.lie((path) => (path === TAGS ? { status: 418, body: { data: null } } : null))
    expect(await firstDifference(TAGS)).toEqual(['status', '', 418, 200])
  })

  it('in a permission, if Strapi refuses what Lectern shows', async () => {
    const refusal = { data: null, error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} } }
    strapi.lie((path) => (path === TAGS ? { status: 403, body: refusal } : null))
    expect(await firstDifference(TAGS)).toEqual(['status', '', 403, 200])
  })

  it('in the format', async () => {
    strapi.lie((path) => (path === TAGS ? { status: 200, body: '<p>Hello' } : null))
    expect(await firstDifference(TAGS)).toEqual(['form', '', '<p>Hello', 'JSON'])
  })

  it('not in the order of keys', async () => {
    strapi.lie(
      lieAbout(
        TAGS,
        entries((list) => list.map(reversed)),
      ),
    )
    expect(await verdictOn(TAGS)).toEqual({ kind: 'same' })
  })

  it('end with exit code 1', async () => {
    strapi.lie(lieAbout(TAGS, entry(1, { label: 'x' })))
    expect(exitCodeOf(await compareWith(strapi.url, { requests: listed(TAGS) }))).toBe(1)
  })
})

const reversed = (object: Entry): Entry => Object.fromEntries(Object.entries(object).reverse())

describe('content that changes in between', () => {
  const older = lieAbout(TAGS, entry(1, { label: 'older' }))

  it('is ignored if the repeated responses agree', async () => {
    const before = strapi.requests.filter(({ path }) => path === TAGS).length
    strapi.lie((path, truth, asked, request) => (asked === before ? older(path, truth, asked, request) : null))
    // Of two requests, the second is sent to Lectern first.
    const { compared } = await compareWith(strapi.url, { requests: listed('/api/memos', TAGS), concurrency: 1 })
    expect(compared.map(({ verdict }) => verdict.kind)).toEqual(['refused', 'settled'])
  })

  it('does not excuse an outdated response of Lectern: Strapi was asked first, and its response has not changed', async () => {
    const lectern = await startStandIn(fixture('magazine.sqlite'))
    lectern.lie((path, truth, asked, request) => (asked === 0 ? older(path, truth, asked, request) : null))
    const { compared } = await compareWith(strapi.url, { requests: listed(TAGS), lectern: lectern.url })
    await lectern.close()
    expect(compared[0]?.verdict).toMatchObject({ kind: 'different', hint: expect.stringContaining('was outdated') })
  })

  it('is a difference if it continues', async () => {
    strapi.lie((...lie) => lieAbout(TAGS, entry(1, { label: `now ${strapi.requests.length}` }))(...lie))
    expect((await verdictOn(TAGS)).kind).toBe('different')
    expect(strapi.requests.filter(({ path }) => path === TAGS).length).toBeGreaterThanOrEqual(3)
  })
})

describe('servers and responses that cannot be compared', () => {
  const failing = (lie: Lie, more = {}) => {
    strapi.lie(lie)
    return compareWith(strapi.url, { requests: listed(TAGS), ...more })
  }

  it.each<[string, Said, RegExp]>([
    [
      'redirects',
      { status: 301, body: '', headers: { location: 'https://cms.example.com/api' } },
      /redirects .* to https:\/\/cms\.example\.com\/api\. Give that address/,
    ],
    ['is a web page', { status: 200, body: '<!doctype html>' }, /gives a web page \(status 200\)/],
  ])('a server that %s', async (_what, said, message) => {
    await expect(failing(() => said)).rejects.toThrow(message)
  })

  it('Lectern itself', async () => {
    const server = await openProject({ project: fixture('magazine'), database: fixture('magazine.sqlite'), env: {} })
    try {
      const own = await server.listen({ host: '127.0.0.1', port: 0 })
      await expect(compareWith(own)).rejects.toThrow('The server at --with is Lectern, not Strapi.')
    } finally {
      await server.close()
    }
  })

  it('a server that is not reachable', async () => {
    await expect(compareWith('http://127.0.0.1:9')).rejects.toThrow(/Strapi cannot be asked: .*Is it running/)
  })

  it('a server that is too slow', async () => {
    const slow: Lie = async (_path, truth) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      return truth
    }
    await expect(failing(slow, { timeout: 200 })).rejects.toThrow('no response within 0.2 s')
  })

  it('a single failed response, which is reported but is not a difference', async () => {
    strapi.lie((path, _truth, _asked, request) => {
      if (path === TAGS) request.socket.destroy()
      return null
    })
    const comparison = await compareWith(strapi.url, { requests: listed(TAGS) })
    expect(comparison.compared[0]?.verdict.kind).toBe('failed')
    expect(exitCodeOf(comparison)).toBe(2)
  })

  it('a file without requests', async () => {
    await expect(failing(() => null, { requests: listed('POST /api/tags') })).rejects.toThrow(
      'requests.txt holds no GET below /api.',
    )
  })
})

describe('permissions', () => {
  it('that are missing are named', async () => {
    const { remarks } = await compareWith(strapi.url, { requests: listed(TAGS) })
    expect(remarks.join()).toMatch(/api::memo\.memo\.find is not allowed\. Set LECTERN_COMPARE_TOKEN/)
  })

  it('of the user whose JWT is in a header are not reported as those of the public', async () => {
    const { remarks } = await compareWith(strapi.url, {
      requests: listed(TAGS),
      headers: { authorization: 'Bearer of-a-user' },
    })
    expect(remarks.join()).toMatch(/^The caller named by --header may not read everything: .*api::memo\.memo\.find/)
  })

  it('come with a token, which is sent to both, while some requests are made without it', async () => {
    const token = AS_READ_ONLY.authorization?.slice('Bearer '.length) ?? ''
    const { compared, remarks } = await compareWith(strapi.url, { tokens: { strapi: token, lectern: token }, most: 60 })
    expect(remarks).toEqual([])
    const memos = compared.filter(({ request }) => request.path === '/api/memos')
    expect(memos.map(({ verdict, request }) => [request.anonymous, verdict.kind])).toEqual([
      [false, 'same'],
      [true, 'refused'],
    ])
    expect(JSON.stringify(compared)).not.toContain(token)
  })

  it('that Lectern cannot read are explained', async () => {
    const { compared } = await compareWith(strapi.url, {
      requests: listed(TAGS),
      tokens: { strapi: AS_READ_ONLY.authorization?.slice(7) ?? '', lectern: 'another' },
    })
    expect(compared[0]?.verdict).toMatchObject({ kind: 'different', hint: expect.stringContaining('API_TOKEN_SALT') })
  })
})

describe('code of the project', () => {
  let project: string
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'lectern-compare-'))
    cpSync(fixture('magazine'), project, { recursive: true })
    writeFileSync(join(project, 'src', 'index.js'), 'module.exports = { register({ strapi }) { use(strapi) } }')
    strapi.lie(lieAbout(TAGS, entry(0, { label: 'another' })))
  })
  afterEach(() => rmSync(project, { recursive: true }))

  const hint = async () => (await compareWith(strapi.url, { project, requests: listed(TAGS) })).compared[0]?.verdict

  it('is named if it may change every response', async () => {
    expect(await hint()).toMatchObject({ hint: expect.stringMatching(/^src\/index\.js may change this answer/) })
  })

  it('is not blamed for an attribute that a plugin adds', async () => {
    strapi.lie(lieAbout(TAGS, entry(0, { url_alias: [{ id: 1 }] })))
    expect(await hint()).toMatchObject({
      kind: 'different',
      hint: expect.stringMatching(/^No schema file has url_alias of api::tag\.tag: a plugin/),
    })
  })

  it('is the code of the content type, if it has some', async () => {
    mkdirSync(join(project, 'src', 'api', 'tag', 'controllers'), { recursive: true })
    writeFileSync(join(project, 'src', 'api', 'tag', 'controllers', 'tag.js'), 'module.exports = {}')
    expect(await hint()).toMatchObject({ hint: expect.stringMatching(/^src\/api\/tag\/controllers\/tag\.js may/) })
  })
})

describe('the version of Strapi', () => {
  let project: string
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'lectern-compare-'))
    cpSync(fixture('magazine'), project, { recursive: true })
  })
  afterEach(() => rmSync(project, { recursive: true }))

  const remarksWith = async (version: string) => {
    writeFileSync(join(project, 'package.json'), JSON.stringify({ dependencies: { '@strapi/strapi': version } }))
    return (await compareWith(strapi.url, { project, requests: listed(TAGS) })).remarks.join()
  }
  const REMARK = 'The project has Strapi 5.0.6, and Lectern responds as 5.54'

  it('is named if it is another one and there are differences', async () => {
    strapi.lie(lieAbout(TAGS, entry(0, { locale: null })))
    expect(await remarksWith('5.0.6')).toContain(REMARK)
    expect(await remarksWith('5.54.2')).not.toContain('The project has Strapi')
    expect(await remarksWith('^5.0.6')).not.toContain('The project has Strapi')
  })

  it('is not named without differences', async () => {
    expect(await remarksWith('5.0.6')).not.toContain('The project has Strapi')
  })
})

describe('content', () => {
  it('that differs is reported once, whatever else differs', async () => {
    strapi.lie((path, truth) => {
      if (!path.startsWith('/api/tags?')) return null
      return { ...truth, body: total(29)(truth.body as Body) }
    })
    const { remarks } = await compareWith(strapi.url, { requests: listed(TAGS) })
    expect(remarks.join()).toContain('do not read the same content: tags (29 in Strapi, 30 in Lectern)')
  })
})

describe('the pace', () => {
  it('ends when the time is over, and with a signal', async () => {
    const late = await compareWith(strapi.url, { requests: listed(TAGS, ARTICLES), longest: 0 })
    expect([late.compared.length, late.left]).toEqual([0, 2])
    const stopped = await compareWith(strapi.url, { requests: listed(TAGS, ARTICLES), stop: AbortSignal.abort() })
    expect(stopped.left).toBe(2)
  })

  it('sends headers to both', async () => {
    await compareWith(strapi.url, { requests: listed(TAGS), headers: { 'x-tenant': 'one' } })
    expect(strapi.requests.at(-1)?.headers['x-tenant']).toBe('one')
  })
})
