import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CannotCompare } from '../compare/cannot-compare.ts'
import type { Compared, Comparison, Verdict } from '../compare/comparison.ts'
import { ratiosOf } from '../compare/ratios.ts'
import { requestTo } from '../compare/request.ts'
import type { CompareOptions } from '../operate/compare-project.ts'
import type { Context } from './context.ts'
import { run } from './run.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-compare-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const SAME: Verdict = { kind: 'same' }
const HOSTILE = '<script>alert(1)</script>'
const DIFFERENT: Verdict = {
  kind: 'different',
  differences: [{ kind: 'values', place: ['data', 0, 'title'], strapi: HOSTILE, lectern: 'b' }],
  hint: null,
}

const compared = (verdict: Verdict, path = '/api/articles'): Compared => ({
  request: requestTo(path),
  verdict,
  status: { strapi: 200, lectern: 200 },
  took: { strapi: 40, lectern: 4 },
})

function comparisonOf(...all: readonly Compared[]): Comparison {
  return {
    strapi: 'http://localhost:1337',
    lectern: 'Lectern 1.2.3 on the project site',
    when: '2026-11-15',
    source: 'made up from the content types (seed 1)',
    compared: all,
    left: 0,
    ratios: ratiosOf(all.map(({ took }) => took)),
    remarks: [],
  }
}

async function lectern(line: string, result: Comparison | Error, env: NodeJS.ProcessEnv = {}) {
  const [out, err, asked]: [string[], string[], CompareOptions[]] = [[], [], []]
  const context: Partial<Context> = {
    env,
    watched: false,
    colour: { out: false, err: false },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    draw: () => {},
    compare: async (options) => {
      asked.push(options)
      if (result instanceof Error) throw result
      return result
    },
    nextSignal: () => new Promise(() => undefined),
  }
  const code = await run(['compare', ...line.split(' ').filter(Boolean)], context as Context)
  return { code, out: out.join('\n'), err: err.join('\n'), asked }
}

const WITH = '--with http://localhost:1337'

describe('the exit code of compare', () => {
  const known: Verdict = { kind: 'known', departures: ['exact-case'] }
  it.each<[number, string, readonly Verdict[]]>([
    [0, 'everything is the same', [SAME]],
    [0, 'all differences are known', [SAME, known]],
    [0, 'content changed in between', [{ kind: 'settled' }]],
    [1, 'one answer differs', [SAME, known, DIFFERENT]],
    [2, 'everything was refused', [{ kind: 'refused', status: 403 }]],
    [2, 'Strapi never answered', [{ kind: 'failed', reason: 'connection refused' }]],
  ])('is %i when %s', async (code, _what, verdicts) => {
    expect((await lectern(WITH, comparisonOf(...verdicts.map((verdict) => compared(verdict))))).code).toBe(code)
  })

  it('is 2 when nothing could be compared, and the reason is one line', async () => {
    const { code, err } = await lectern(WITH, new CannotCompare('Strapi cannot be asked: connection refused.'))
    expect([code, err]).toEqual([2, 'lectern: Strapi cannot be asked: connection refused.'])
  })

  it.each([
    ['', 'Say where Strapi runs: lectern compare --with http://localhost:1337.'],
    ['--with localhost:1337', '--with must be a URL such as http://localhost:1337, not "localhost:1337".'],
    ['--with http://a:b@localhost', '--with must not contain a password: use --header.'],
    [`${WITH} --rate 0`, '--rate must be a number from 1 to 1000, not "0".'],
    [`${WITH} --seed x`, '--seed must be a number from 1 to 4294967295, not "x".'],
    [`${WITH} --header secret`, '--header must be a name and a value: --header "Name: value".'],
    ['http://localhost:1337', 'Usage: lectern compare --with http://localhost:1337.'],
  ])('is 2 for %j', async (line, message) => {
    const { code, err, asked } = await lectern(line, comparisonOf())
    expect([code, err, asked]).toEqual([2, `lectern: ${message}`, []])
  })

  it('is 2 for a file that cannot be read', async () => {
    const { code, err } = await lectern(`${WITH} --requests ${join(folder, 'none.log')}`, comparisonOf())
    expect([code, err]).toEqual([2, expect.stringMatching(/^lectern: Cannot read --requests .*ENOENT/)])
  })
})

describe('the options of compare', () => {
  it('limits the load on Strapi by default', async () => {
    const { asked } = await lectern(WITH, comparisonOf(compared(SAME)))
    expect(asked[0]).toMatchObject({ concurrency: 1, rate: 50, most: 400, seed: 1, requests: null, lectern: null })
  })

  it('reads tokens from the environment, and headers with commas in their values', async () => {
    writeFileSync(join(folder, 'urls.txt'), '/api/tags\n')
    const line = `${WITH} --requests ${join(folder, 'urls.txt')} --header X-Tenant:one --header Accept-Language:de,en`
    const { asked } = await lectern(line, comparisonOf(compared(SAME)), {
      LECTERN_COMPARE_TOKEN: 'both',
      LECTERN_COMPARE_STRAPI_TOKEN: 'strapi alone',
    })
    expect(asked[0]).toMatchObject({
      tokens: { strapi: 'strapi alone', lectern: 'both' },
      headers: { 'x-tenant': 'one', 'accept-language': 'de,en' },
      requests: { text: '/api/tags\n' },
    })
  })
})

describe('the output of compare', () => {
  it('shows both values and their place', async () => {
    const { out } = await lectern(WITH, comparisonOf(compared(SAME), compared(DIFFERENT)))
    expect(out).toContain('     1  other values at data[].title\n        GET /api/articles\n          data[0].title\n')
    expect(out).toContain('            Lectern  "b"\n')
    expect(out).toMatch(/1 response differs in an unexplained way\.$/)
  })

  it('links departures to the documentation, and shows both times', async () => {
    const known = compared({ kind: 'known', departures: ['exact-case'] }, '/api/articles?filters[title][$contains]=A')
    const { out } = await lectern(WITH, comparisonOf(known))
    expect(out).toContain(
      'docs/compatibility.md#the-same-response-on-every-database, such as GET /api/articles?filters',
    )
    expect(out).toMatch(/median +40 ms +4\.0 ms +10 ×\n/)
    expect(out).toMatch(/geometric mean +10 ×\n/)
  })

  it('is only JSON on standard output with --json', async () => {
    const { out } = await lectern(`${WITH} --json`, comparisonOf(compared(DIFFERENT)))
    const report = JSON.parse(out) as { totals: object; compared: readonly object[] }
    expect(report.totals).toMatchObject({ same: 0, different: 1 })
    expect(report.compared[0]).toMatchObject({
      path: '/api/articles',
      verdict: 'different',
      differences: [{ path: 'data[0].title', kind: 'values', strapi: HOSTILE, lectern: 'b' }],
    })
  })

  it('writes a page that runs and loads nothing, whatever the values are', async () => {
    const file = join(folder, 'report.html')
    const path = `/api/a?x=${encodeURIComponent('"><img src=x>')}&access_token=hunter2`
    const { err } = await lectern(`${WITH} --report ${file}`, comparisonOf(compared(DIFFERENT, path), compared(SAME)))
    const html = readFileSync(file, 'utf8')
    expect(err).toContain('The report is in ')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain("default-src 'none'")
    expect(html).not.toMatch(/<(?:script|img|link|iframe)\b/)
    expect(html).not.toMatch(/(?:src|href)="?https?:|url\(|@import/)
    expect(html).not.toContain('hunter2')
  })
})
