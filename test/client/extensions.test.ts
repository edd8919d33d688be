/**
 * Calls of the client that use extensions, over sockets: the responses equal those of the same requests written by
 * hand.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, createClient, LecternError } from '../../src/client/index.ts'
import { EXTENSION_NAMES, type Extension } from '../../src/vocabulary/extensions.ts'
import { type ExampleSite, openExample } from '../docs/example-site.ts'
import type { Api } from '../fixtures/types/extended.js'

const NAMES = ['article', 'author', 'category', 'homepage', 'review', 'tag']

let site: ExampleSite
let url: string
let client: Client<Api>

beforeAll(async () => {
  site = await openExample(NAMES.map((name) => `api::${name}.${name}.*`))
  url = `${await site.lectern.listen({ port: 0 })}/api`
  client = createClient<Api>({ url })
})
afterAll(() => site?.close())

interface Call {
  readonly extension: Extension
  readonly call: () => Promise<unknown>
  readonly path: string
}

/** Longer together than what the client puts into a URL. */
const LONG = Array.from({ length: 90 }, (_, index) => `${index}-${'x'.repeat(40)}`)

async function first<T>(live: AsyncIterable<T>): Promise<T | undefined> {
  for await (const answer of live) return answer
  return undefined
}

async function all<T>(entries: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

const CALLS: readonly Call[] = [
  {
    extension: 'exclude',
    call: () => client.articles.find({ fields: ['-body', '-content'], populate: ['*', '-reviews'] }),
    path: 'articles?fields=-body,-content&populate=*,-reviews',
  },
  {
    extension: 'nestedPages',
    call: () => client.articles.find({ populate: { reviews: { pagination: { limit: 1, withCount: true } } } }),
    path: 'articles?populate[reviews][pagination][limit]=1&populate[reviews][pagination][withCount]=true',
  },
  {
    extension: 'quantifiers',
    call: () =>
      client.articles.find({
        filters: { reviews: { $every: { approved: true }, $count: { $gte: 1 } } },
        sort: 'reviews.$count:desc',
      }),
    path: 'articles?filters[reviews][$every][approved]=true&filters[reviews][$count][$gte]=1&sort=reviews.$count:desc',
  },
  {
    extension: 'deep',
    call: () => client.homepage.find({ populate: { '**': 1 } }),
    path: 'homepage?populate[**]=1',
  },
  {
    extension: 'zones',
    call: () =>
      client.articles.find({ filters: { sections: { on: { 'blocks.quote': { text: { $containsi: 'the' } } } } } }),
    path: 'articles?filters[sections][on][blocks.quote][text][$containsi]=the',
  },
  {
    extension: 'localeFallback',
    call: () => client.articles.find({ locale: { $first: ['fr-FR', 'en'] } }),
    path: 'articles?locale[$first][0]=fr-FR&locale[$first][1]=en',
  },
  {
    extension: 'cursors',
    call: () =>
      client.articles.find({ sort: 'title', pagination: { start: { after: '' }, limit: 3, withCount: 'capped' } }),
    path: 'articles?sort=title&pagination[start][after]=&pagination[limit]=3&pagination[withCount]=capped',
  },
  {
    extension: 'aggregates',
    call: () =>
      client.articles.aggregate({
        by: ['format', 'publishDay:year'],
        avg: ['rating'],
        sum: ['views'],
        countDistinct: ['author.id'],
        filters: { title: { $notNull: true } },
        having: { count: { $gte: 1 } },
        sort: ['count:desc', 'avg.rating'],
        pagination: { pageSize: 4 },
      }),
    path: 'articles/actions/aggregate?by=format,publishDay:year&avg=rating&sum=views&countDistinct=author.id&filters[title][$notNull]=true&having[count][$gte]=1&sort=count:desc,avg.rating&pagination[pageSize]=4',
  },
  {
    extension: 'aggregates',
    call: () =>
      client.articles.find({ pagination: { pageSize: 2, withCount: { by: ['format'], byOthers: ['author.name'] } } }),
    path: 'articles?pagination[pageSize]=2&pagination[withCount][by]=format&pagination[withCount][byOthers]=author.name',
  },
  {
    extension: 'json',
    call: () =>
      client.articles.find({
        filters: { metadata: { $path: { readingMinutes: { $lte: 5 }, plants: { $null: true } } } },
      }),
    path: 'articles?filters[metadata][$path][readingMinutes][$lte]=5&filters[metadata][$path][plants][$null]=true',
  },
  {
    extension: 'sorting',
    call: () =>
      client.articles.find({ sort: ['$random:monday', 'title:asc.ci.nullslast'], pagination: { pageSize: 3 } }),
    path: 'articles?sort=$random:monday,title:asc.ci.nullslast&pagination[pageSize]=3',
  },
  {
    extension: 'dates',
    call: () => client.articles.find({ filters: { publishDay: { $lte: '$today', $gt: '$now(-40y)' } } }),
    path: 'articles?filters[publishDay][$lte]=$today&filters[publishDay][$gt]=$now(-40y)',
  },
  {
    extension: 'query',
    call: () => createClient<Api>({ url, longQueries: 'body' }).articles.find({ filters: { title: { $notIn: LONG } } }),
    path: `articles?${LONG.map((title, index) => `filters[title][$notIn][${index}]=${title}`).join('&')}`,
  },
  {
    extension: 'watch',
    call: () => first(client.articles.watch({ sort: 'views:desc', fields: ['title'], pagination: { limit: 3 } })),
    path: 'articles?sort=views:desc&fields=title&pagination[limit]=3',
  },
  {
    extension: 'export',
    call: async () => ({ data: await all(client.articles.export({ fields: ['title'], sort: 'title:desc' })) }),
    path: 'articles?fields=title&sort=title:desc&pagination[pageSize]=100',
  },
  {
    extension: 'batch',
    call: async () => (await client.batch({ latest: ({ articles }) => articles.find({ fields: ['title'] }) })).latest,
    path: 'articles?fields=title',
  },
  {
    extension: 'search',
    call: () =>
      client.articles.find({ _q: { text: 'the', in: ['title', 'summary'], show: ['score'] }, sort: '$score:desc' }),
    path: 'articles?_q[text]=the&_q[in]=title,summary&_q[show]=score&sort=$score:desc',
  },
]

/** A list of entries or groups; a single type becomes a list of one. */
const sizeOf = (body: unknown): number => [(body as { readonly data: unknown }).data].flat().length

describe('a call of the client', () => {
  it('exists for every extension', () => {
    const own = EXTENSION_NAMES.filter((name) => name !== 'mcp') // It has clients of its own.
    expect([...new Set(CALLS.map(({ extension }) => extension))].sort()).toEqual([...own].sort())
  })

  it.each(CALLS)('with $extension is the request $path', async ({ call, path }) => {
    const answer = await call()
    expect(sizeOf(answer)).toBeGreaterThan(0)
    expect(await (await fetch(`${url}/${path}`)).json()).toMatchObject(answer as object)
  })

  it('throws if an export is incomplete, with the reason if there is one', async () => {
    const answering = (text: string) =>
      createClient<Api>({ url, fetch: async () => new Response(text) }).articles.export({ fields: ['title'] })
    await expect(all(answering('{"id":1,"title":"a"}\n'))).rejects.toThrow('not complete')
    await expect(all(answering('{"id":1,"title":"a"}\n{"end":{"total":1'))).rejects.toThrow('not complete')
    await expect(all(answering('{"id":1,"title":"a"}\n{"end":{"total":2}}\n'))).rejects.toThrow(
      'The export is not complete: its last line says 2 entries, and it has 1.',
    )
    await expect(all(answering('<h1>Welcome</h1>\n'))).rejects.toThrow('a line is not JSON: <h1>Welcome</h1>')
    const failed = '{"id":1}\n{"error":{"status":503,"name":"E","message":"stopped","details":{}}}\n'
    await expect(all(answering(failed))).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('stopped'),
    })
    expect(await all(answering('{"id":1,"title":"a"}\n{"end":{"total":1,"revision":null}}\n'))).toHaveLength(1)
  })

  it('returns groups with the requested names', async () => {
    const { data } = await client.articles.aggregate({ by: ['format'], avg: ['rating'], min: ['publishDay'] })
    for (const { by, count, avg, min } of data) {
      const { data: entries } = await client.articles.find({
        filters: { format: by.format === null ? { $null: true } : by.format },
        fields: ['rating', 'publishDay'],
        pagination: { pageSize: 100 },
      })
      const ratings = entries.flatMap(({ rating }) => (rating === null ? [] : [rating]))
      const days = entries.flatMap(({ publishDay }) => (publishDay === null ? [] : [publishDay]))
      expect(count).toBe(entries.length)
      expect(avg.rating ?? 0).toBeCloseTo(ratings.reduce((sum, rating) => sum + rating, 0) / (ratings.length || 1), 10)
      expect(min.publishDay).toBe(days.sort()[0] ?? null)
    }
  })

  it('sends a batch as one request, with the same results as separate requests', async () => {
    const urls: string[] = []
    const counting = createClient<Api>({
      url,
      longQueries: 'body',
      fetch: (to, init) => {
        urls.push(`${init.method} ${to}`)
        return fetch(to, init)
      },
    })
    const { home, long, groups, missing } = await counting.batch({
      home: ({ homepage }) => homepage.find({ populate: '*' }),
      long: ({ articles }) => articles.find({ filters: { title: { $notIn: LONG } } }),
      groups: ({ articles }) => articles.aggregate({ by: ['format'] }),
      missing: ({ articles }) => articles.findOne('nothing').catch((error: LecternError) => error.status),
    })
    expect(urls).toEqual([`POST ${url.replace('/api', '/_batch')}`])
    expect(home).toEqual(await client.homepage.find({ populate: '*' }))
    expect(long).toEqual(await client.articles.find({ filters: { title: { $notIn: LONG } } }))
    expect(groups).toEqual(await client.articles.aggregate({ by: ['format'] }))
    expect(missing).toBe(404)
  })

  it('rejects a batch if a part fails, and all parts if the batch fails', async () => {
    const alone = client.articles.findOne('abcdefghijklmnopqrstuvwx')
    const inBatch = client.batch({
      missing: ({ articles }) => articles.findOne('abcdefghijklmnopqrstuvwx'),
      there: ({ articles }) => articles.find(),
    })
    await expect(inBatch).rejects.toEqual(await alone.catch((error: unknown) => error))
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, index) => [`q${index}`, ({ tags }: Client<Api>) => tags.find()]),
    )
    await expect(client.batch(many)).rejects.toMatchObject({ status: 400, details: { limit: 'batchQueries' } })
    expect(await client.batch({})).toEqual({})
  })

  it('refuses writes and several requests in one part of a batch', async () => {
    const writing = client.batch({ tag: ({ tags }) => tags.create({ label: 'x' }) })
    await expect(writing).rejects.toThrow('"tag" is not one read.')
    const twice = client.batch({ tags: ({ tags }) => Promise.all([tags.find(), tags.find()]) })
    await expect(twice).rejects.toThrow('"tags" is not one read.')
  })

  it('rejects invalid groups with the message of the server', async () => {
    const refused = client.articles.aggregate({ by: ['format'], having: { count: { $gt: Number.NaN } } })
    await expect(refused).rejects.toBeInstanceOf(LecternError)
    await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringContaining('at count') })
  })
})
