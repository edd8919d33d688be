/**
 * Requests of an attacker who wants extensions to fail: values of the wrong kind in every place, and parameters that
 * contradict
 * each other. Both databases give the same answer, and it is never a failure.
 */

import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { type Magazines, openMagazines } from './magazines.ts'

let magazines: Magazines
beforeAll(async () => {
  magazines = await openMagazines(EXTENSION_NAMES)
})
afterAll(() => magazines?.close())

const VALUES = [
  ...['', '0', '-0', '-1', '1', '1.5', '1e3', '1e308', '1e309', 'NaN', '-Infinity', '0x10', ' 1', '1'.repeat(400)],
  ...['9007199254740993', '9223372036854775807', '9223372036854775808', '-9223372036854775809', 'true', 'null', '[]'],
  ...['%00', 'a%00b', '%ED%A0%80', '%F0%9F%98%80', '%FF', 'e%CC%81', 'a'.repeat(5_000), "'", '%22', '\\', '%25', '_'],
  ...['*', '**', '$', '$eq', '__proto__', 'constructor', 'hasOwnProperty', '-id', 'id,-id', 'asc.ci', 'title:asc'],
  ...['2024-02-30', '0000-00-00', '10000-01-01', '294277-01-01', '2024-01-01T25:00:00Z'],
  ...['$now', '$now(-99999999999d)', '$now(1e9y)', '$today(-999999y)', '$now(0h)', '$now(1d2h)', '$NOW', '$now('],
]

/** Where a value can be: at `~`, or behind `=`. */
const LISTS = [
  ...['pagination[start][after]', 'pagination[start][before]', 'pagination[start][x]', 'pagination[start][after][0]'],
  ...['pagination[withCount]', 'pagination[withCount][by]', 'pagination[withCount][byOthers][0]'],
  ...['pagination[withCount][total]', 'pagination[withCount][x]', 'pagination[withCount][by]=~:month'],
  ...['locale[$first]', 'locale[$first][0]', 'locale[$first][x]', 'locale[$x]', 'fields=-~', 'populate=*,-~'],
  ...['populate[**]', 'populate[**][levels]', 'populate[**][pagination][limit]', 'populate[**][x]', 'populate=deep,~'],
  ...['populate[reviews][pagination]', 'populate[reviews][pagination][limit]', 'populate[reviews][pagination][page]'],
  ...[
    'populate[reviews][pagination][withCount]',
    'populate[author][pagination][limit]',
    'populate[~][pagination][limit]=1',
  ],
  ...[
    'filters[reviews][$some]',
    'filters[reviews][$every]',
    'filters[reviews][$all]',
    'filters[reviews][$all][stars][0]',
  ],
  ...['filters[reviews][$count]', 'filters[reviews][$count][$in]', 'filters[reviews][$count][$between][0]'],
  ...[
    'filters[reviews][$count][$of]',
    'filters[reviews][$some][~]=1',
    'filters[reviews][$all][~]=1',
    'filters[~][$count]=1',
  ],
  ...[
    'filters[sections]',
    'filters[sections][on]',
    'filters[sections][on][~]=true',
    'filters[sections][on][blocks.quote]',
  ],
  ...['filters[sections][__component]', 'filters[sections][__component][$in][0]', 'filters[sections][$null]'],
  ...['filters[metadata][$path]', 'filters[metadata][$path][~]=1', 'filters[metadata][$path][a][~]=1'],
  ...['filters[metadata][$path][a][$gte]', 'filters[metadata][$path][a][$has][0]', 'filters[metadata][$has]'],
  ...['filters[metadata][$path][a][$between]', 'filters[metadata][$path][a][$containsi]', 'filters[~][$has]=1'],
  ...['sort=$random:~', 'sort=title:~', 'sort=title:asc.~', 'sort=~.$count', 'sort[$random]', 'sort[reviews][$count]'],
  ...['filters[publishDay][$gte]', 'filters[eventAt][$lt]', 'filters[stampedAt]', 'filters[createdAt][$in][0]'],
]

const GROUPS = [
  ...[
    'by',
    'by[0]',
    'by[x]',
    'by[0][0]',
    'by=~:month',
    'by=publishDay:~',
    'sum',
    'avg',
    'min',
    'countDistinct',
    'count',
  ],
  ...[
    'having',
    'having[count]',
    'having[count][$gt]',
    'having[sum][views][$in][0]',
    'having[avg][views]',
    'having[~]=1',
  ],
  ...[
    'sort',
    'sort=count:~',
    'sort=sum.~',
    'pagination[pageSize]',
    'pagination[start][after]',
    'pagination[withCount][by]',
  ],
]

const CONTRADICTIONS = [
  'pagination[start][after]=&pagination[start][before]=',
  'pagination[start][after]=&pagination[start]=2',
  'pagination[start][after]=&pagination[page]=1',
  'pagination[start][after]=&pagination[withCount][by]=format',
  'pagination[start][after]=&sort=$random:x',
  'pagination[start][after]=&sort=reviews.$count:desc',
  'pagination[start][after]=&locale[$first]=fr-FR,en',
  'pagination[start][before]=&status=draft&_q=a',
  'pagination[withCount]=capped&pagination[withCount][by]=format',
  'pagination[withCount][by]=format&pagination[withCount][byOthers]=format',
  'pagination[withCount][byOthers]=author.name&filters[author][name]=Ada',
  `pagination[withCount][by]=${Array(11).fill('format')}`,
  'locale[$first]=fr-FR,en&locale=en',
  'locale[$first]=fr-FR&locale[$in][0]=en',
  'locale[$first]=fr-FR&filters[locale]=en',
  'locale[$first]=fr-FR,en&publicationFilter=modified',
  'sort=$random:a,$random:b',
  'sort=title,$random:a',
  'sort=sections.$count',
  'sort=author.$count',
  'populate[**]=2&populate=**',
  'populate=**&populate=*',
  'populate[**]=1&populate[**]=2',
  'populate=deep,1,-author',
  'populate=*,author,-author',
  'populate[**][pagination][limit]=1&populate[**][sort]=id',
  'populate[reviews][pagination][limit]=1&populate[reviews][count]=true',
  'populate[reviews][pagination][limit]=1&populate[reviews][pagination][page]=1',
  'populate[reviews][pagination][page]=9007199254740991&populate[reviews][pagination][pageSize]=100',
  'populate[sections][on][blocks.quote][pagination][limit]=1',
  'populate[author][populate][**]=5',
  'filters[reviews][$every][$some][id]=1',
  'filters[reviews][$count][$of][stars]=5',
  'filters[reviews][$count]=1&filters[reviews][$count][$of][stars]=5',
  'filters[reviews][$all][stars][0]=1&filters[reviews][$all][comment][0]=x',
  'filters[sections][on][blocks.quote]=true&filters[sections][on][blocks.quote][text]=x',
  'filters[sections][$null]=true&filters[sections][$null]=false',
  'filters[metadata][$path][a][$path][b]=1',
  'filters[metadata][$path][plants.99999999999999999999]=1',
  'filters[metadata][$path][a][$between][0]=1&filters[metadata][$path][a][$between][1]=x',
  'filters[createdAt][$in][0]=$now&filters[createdAt][$in][1]=x',
  'fields=-title&fields=body',
  `filters${'[author][$some][articles][$some]'.repeat(20)}[id]=1`,
  `filters${'[related][$every]'.repeat(12)}[title]=a`,
  `filters${'[$not]'.repeat(60)}[reviews][$count]=1`,
  Array.from({ length: 300 }, (_, index) => `filters[reviews][$count][$in][${index}]=${index}`).join('&'),
  Array.from({ length: 60 }, (_, index) => `filters[$or][${index}][metadata][$path][a.b${index}][$contains]=x`).join(
    '&',
  ),
  Array.from({ length: 11 }, (_, index) => `locale[$first][${index}]=x${index}`).join('&'),
  Array.from({ length: 30 }, (_, index) => `sort[${index}]=reviews.$count`).join('&'),
]

const put = (place: string, value: string) => (place.includes('~') ? place.replace('~', value) : `${place}=${value}`)

/** Each place with a tenth of the values, another tenth than the place before. */
const withValues = (places: readonly string[], write: (parameter: string) => string): readonly string[] =>
  places.flatMap((place, at) =>
    VALUES.filter((_, index) => index % 10 === at % 10).map((value) => write(put(place, value))),
  )

/** Without what it shows of each entry, unless that is what it says. */
const listOf = (query: string) => `/api/articles?${query}${query.startsWith('fields') ? '' : '&fields=id'}`

const REQUESTS = [
  ...withValues(LISTS, listOf),
  ...withValues(GROUPS, (parameter) => `/api/articles/actions/aggregate?${parameter}&sum=views`),
  ...CONTRADICTIONS.flatMap((query) => [listOf(query), `/api/homepage?${query}`]),
]

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Cursors hold values as the database has them. */
const withoutCursors = (key: string, value: unknown) =>
  (key === 'next' || key === 'previous') && typeof value === 'string' ? 'a cursor' : value

async function answerOf(server: Magazines['sqlite'], url: string, headers: Record<string, string>): Promise<Answer> {
  const response = await server.fetch(url, { headers })
  return { status: response.status, body: JSON.parse(await response.text(), withoutCursors) }
}

it.each([
  ['plain', {}],
  ['in the format of Strapi 4', { 'strapi-response-format': 'v4' }],
])('are answered alike by both databases, or refused: %s', async (_, headers: Record<string, string>) => {
  const asked = 'strapi-response-format' in headers ? REQUESTS.filter((_, index) => index % 5 === 0) : REQUESTS
  const statuses = new Map<number, number>()
  const failures: string[] = []
  const compare = async (url: string) => {
    const servers = [magazines.sqlite, magazines.postgres]
    const [first, second] = await Promise.all(servers.map((server) => answerOf(server, url, headers)))
    const status = first?.status ?? 0
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const isAlike = isDeepStrictEqual(first, second)
    if (!isAlike || ![200, 400, 404].includes(status))
      failures.push(JSON.stringify([url, first, second]).slice(0, 1_000))
  }
  for (let at = 0; at < asked.length; at += 8) await Promise.all(asked.slice(at, at + 8).map(compare))
  console.log(`${asked.length} requests:`, Object.fromEntries(statuses))
  expect(failures).toEqual([])
  expect(statuses.get(200) ?? 0).toBeGreaterThan(asked.length / 20)
  expect(statuses.get(400) ?? 0).toBeGreaterThan(asked.length / 2)
})
