/** SQL in place of values, names and ids: no error of the server, and no effect. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { ask, open } from './copies.ts'

let lectern: Lectern

beforeAll(async () => {
  lectern = await open()
})

afterAll(() => lectern.close())

const PAYLOADS = [
  "'",
  '"',
  "''",
  "' or '1'='1",
  "' or 1=1 --",
  "') or ('1'='1",
  "')) or 1=1 --",
  '" or ""="',
  '1 or 1=1',
  '1; select 1',
  "'; drop table articles; --",
  "' union select password from up_users --",
  "' union all select null, null, null --",
  "x' and (select count(*) from up_users) > 0 and 'a'='a",
  "x' and substr((select password from up_users limit 1), 1, 1) = '$' --",
  "' || (select password from up_users limit 1) || '",
  "' and randomblob(1000000000) and '1'='1",
  "'; select pg_sleep(10); --",
  "' or sleep(10) --",
  '\\',
  "\\'",
  "\\' or 1=1 --",
  '%27%20or%201=1',
  '`',
  '$1',
  '?',
  '?1',
  ':a',
  '@a',
  '/*',
  '*/',
  '--',
  '0x27',
  'char(39)',
  '\u02bc or 1=1',
  '\u2019 or 1=1',
  "\u0000' or 1=1",
  "$.a'",
  '$."a"',
  '[0]',
  '{"$ne":null}',
]

const TEXT_OPERATORS = [
  '$eq',
  '$eqi',
  '$in',
  '$lt',
  '$contains',
  '$containsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
]

const nothing = (answer: string) => /^200 \{"data":\[\],/.test(answer)
const refused = (answer: string) => /^400 /.test(answer)

describe('SQL in a request', () => {
  it.each(PAYLOADS)('%j as a value finds nothing', async (payload) => {
    const text = encodeURIComponent(payload)
    const found = await Promise.all(
      ['title', 'slug', 'documentId', 'contactEmail', 'locale', 'format'].flatMap((name) =>
        TEXT_OPERATORS.filter((operator) => operator !== '$lt').map(async (operator) => {
          const url = `/api/articles?filters[${name}][${operator}]=${text}`
          return [url, await ask(lectern, url)] as const
        }),
      ),
    )
    const others = found.filter(([, answer]) => !nothing(answer) && !refused(answer))
    expect(others.map(([url, answer]) => `${url} ${answer.slice(0, 100)}`)).toEqual([])
  })

  it.each(PAYLOADS.filter((text) => Number.isNaN(Number(text))))(
    '%j as a number, a date, a page or a status is refused or finds nothing',
    async (payload) => {
      const text = encodeURIComponent(payload)
      for (const parameter of [
        `filters[id]=${text}`,
        `filters[views][$gt]=${text}`,
        `filters[rating][$between][0]=1&filters[rating][$between][1]=${text}`,
        `filters[impressions][$in][0]=${text}`,
        `filters[publishDay]=${text}`,
        `filters[openTime][$lt]=${text}`,
        `filters[createdAt][$gt]=${text}`,
        `filters[author]=${text}`,
        `pagination[page]=${text}`,
        `pagination[pageSize]=${text}`,
        `pagination[start]=${text}`,
        `pagination[limit]=${text}`,
        `pagination[withCount]=${text}`,
        `status=${text}`,
        `publicationFilter=${text}`,
      ]) {
        const answer = await ask(lectern, `/api/articles?${parameter}`)
        expect(refused(answer) || nothing(answer), `${parameter} ${answer.slice(0, 200)}`).toBe(true)
      }
    },
  )

  it.each(PAYLOADS)('%j as an order is refused or has no effect', async (payload) => {
    const text = encodeURIComponent(payload)
    const plain = await ask(lectern, '/api/articles?sort=title')
    for (const parameter of [`sort=title:${text}`, `sort[title]=${text}`, `sort[0][title]=${text}`]) {
      const answer = await ask(lectern, `/api/articles?${parameter}`)
      expect(refused(answer) || answer === plain, `${parameter} ${answer.slice(0, 200)}`).toBe(true)
    }
  })

  it.each(PAYLOADS)('%j as a name is refused', async (payload) => {
    const text = encodeURIComponent(payload)
    for (const parameter of [
      `filters[x${text}]=1`,
      `filters[title${text}][$eq]=1`,
      `filters[author][name${text}]=1`,
      `filters[title][$eq${text}]=1`,
      `sort=title${text}`,
      `sort=author.name${text}`,
      `fields=title${text}`,
      `fields[0]=title${text}`,
      `populate=author${text}`,
      `populate[author${text}]=true`,
      `populate[author][fields][0]=name${text}`,
      `populate[sections][on][blocks.hero${text}][fields][0]=id`,
      `populate[author][${text}x]=1`,
    ]) {
      expect(await ask(lectern, `/api/articles?${parameter}`), parameter).toMatch(/^400 /)
    }
  })

  it.each(PAYLOADS)('%j as a locale, a search or an id finds nothing', async (payload) => {
    const text = encodeURIComponent(payload)
    const [locale, search, ...ids] = await Promise.all([
      ask(lectern, `/api/articles?locale=${text}`),
      ask(lectern, `/api/articles?_q=zz${text}`),
      ask(lectern, `/api/articles/${text}`),
      ask(lectern, `/api/articles/qnjh2e6ua8b9g28y3g2c93ey${text}`),
    ])
    expect(nothing(locale ?? '') || refused(locale ?? ''), locale?.slice(0, 200)).toBe(true)
    expect(nothing(search ?? '') || refused(search ?? ''), search?.slice(0, 200)).toBe(true)
    for (const answer of ids) expect(answer).toMatch(/^40[04] /)
  })

  it('does not change the data', async () => {
    const { total } = JSON.parse((await ask(lectern, '/api/articles?locale=*&status=draft')).slice(4)).meta.pagination
    expect(total).toBe(134)
  })
})
