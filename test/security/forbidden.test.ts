/** Types that a caller may not find: unknown in filters and sort, left out of populate, and their rows affect no response. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { withCreators } from './changed-data.ts'
import { ask, copyDatabase, differences, open, removeCopies } from './copies.ts'
import { ALL, filtersOf, mostOf } from './probes.ts'

let lectern: Lectern
let emptied: Lectern
let changed: Lectern

/** Comments have links to memos too. The public may find comments, but not memos and users. */
function pointAtMemos(file: string): string {
  return copyDatabase((database) => {
    withCreators(database)
    database.exec(`update comments set target_type = 'api::memo.memo', target_id = 1 + id % 10 where id % 3 = 0`)
    database.exec(
      `insert into comments_mentions_mph (comment_id, mentions_id, mentions_type, "order") select id, 1 + id % 10, 'api::memo.memo', 0.5 from comments`,
    )
  }, file)
}

beforeAll(async () => {
  const database = pointAtMemos(fixture('magazine.sqlite'))
  lectern = await open({ database })
  emptied = await open({
    database: copyDatabase((copy) => copy.exec('delete from memos; delete from up_users'), database),
  })
  changed = await open({
    database: copyDatabase(
      (copy) => copy.exec(`update memos set text = 'other' || id, id = id + 500; update up_users set username = 'zz'`),
      database,
    ),
  })
})

afterAll(async () => {
  for (const server of [lectern, emptied, changed]) await server.close()
  await removeCopies()
})

/** The path to the type, the relation to it, and the name of one of its attributes. */
const WAYS = [
  { type: 'articles', through: [], relation: 'memo', name: 'text' },
  { type: 'authors', through: [], relation: 'account', name: 'username' },
  { type: 'reviews', through: ['article'], relation: 'memo', name: 'text' },
  { type: 'articles', through: ['author'], relation: 'account', name: 'email' },
  { type: 'categories', through: ['articles', 'author'], relation: 'account', name: 'username' },
  { type: 'articles', through: ['links', 'target'], relation: 'memo', name: 'text' },
] as const

describe('a relation to a type the caller may not find', () => {
  it.each(WAYS)(
    'is an unknown name in filters and sort: $type $through $relation',
    async ({ type, through, relation, name }) => {
      const unknown = 'q'.repeat(relation.length)
      const queriesFor = (leads: string): readonly string[] => [
        ...filtersOf([...through, leads, name], 'a', ALL).map((filter) => `filters${filter.split('&')[0]}`),
        ...filtersOf([...through, leads], '1', mostOf(0)).map((filter) => `filters${filter.split('&')[0]}`),
        `sort=${[...through, leads, name].join('.')}`,
        `sort=${[...through, leads].join('.')}`,
        `sort[0]${[...through, leads, name].map((part) => `[${part}]`).join('')}=desc`,
        `fields=${leads}`,
      ]
      const [own, others] = [queriesFor(relation), queriesFor(unknown)]
      for (const [index, query] of own.entries()) {
        const answer = await ask(lectern, `/api/${type}?${query}`)
        const ofUnknown = await ask(lectern, `/api/${type}?${others[index]}`)
        expect(answer, query).toMatch(/^400 /)
        expect(answer, query).toBe(ofUnknown.replaceAll(unknown, relation))
      }
    },
  )

  it('is not suggested for misspelt names', async () => {
    for (const text of ['mem', 'memos', 'MEMO', 'emmo']) {
      for (const query of [`filters[${text}][text]=a`, `sort=${text}.text`, `fields=${text}`]) {
        expect(await ask(lectern, `/api/articles?${query}`), query).not.toMatch(/Did you mean memo/)
        expect(await ask(lectern, `/api/articles?${query}`, 'full-access'), query).toMatch(/Did you mean memo/)
      }
    }
  })

  it('is left out of populate, whatever is populated below it', async () => {
    const urls = [
      ...['memo', 'memo.article', '*', 'memo,author'].map((populate) => `/api/articles?populate=${populate}`),
      ...['true', '*'].map((value) => `/api/articles?populate[memo]=${value}`),
      '/api/articles?populate[memo][fields][0]=text',
      '/api/articles?populate[memo][filters][text][$startsWith]=a',
      '/api/articles?populate[memo][sort]=text',
      '/api/articles?populate[memo][count]=true',
      '/api/articles?populate[memo][populate][article][populate]=*',
      '/api/authors?populate=account&populate=*',
      '/api/authors?populate[account][populate]=*',
      '/api/categories?populate[articles][populate][author][populate][account]=true',
      '/api/comments?populate=*',
      '/api/comments?populate=about,mentions',
      '/api/comments?populate[about][populate]=*',
      '/api/comments?populate[about][count]=true',
      '/api/comments?populate[mentions][count]=true',
      '/api/comments?populate[about][on][api::memo.memo][fields][0]=text',
      '/api/comments?populate[mentions][on][api::memo.memo][filters][text][$contains]=a',
      '/api/comments?populate[mentions][on][api::memo.memo][populate]=*',
      '/api/comments?_q=a',
    ]
    expect(await differences([lectern, emptied, changed], urls, ['public'])).toEqual([])
    for (const url of urls)
      expect(await ask(lectern, url), url).not.toMatch(/"text":"(?:memo|Memo)|"memo"|"account"|"username"|api::memo/)
    expect((await ask(lectern, '/api/articles?populate=memo')).slice(0, 4)).toBe('200 ')
  })

  it('is left out of populate, whether the names below it exist or not', async () => {
    const plain = await ask(lectern, '/api/articles?populate[memo]=true')
    for (const below of [
      '[fields]=qqqq',
      '[sort]=qqqq',
      '[filters][qqqq]=1',
      '[populate]=qqqq',
      '[populate][article][limit]=1',
      '[limit]=1',
      '[qqqq]=1',
      '=qqqq',
    ]) {
      const url = `/api/articles?populate[memo]${below}`
      expect(await ask(lectern, url), url).toBe(plain)
      expect(await ask(lectern, url, 'full-access'), url).toMatch(/^400 /)
    }
    expect(await ask(lectern, '/api/articles?populate=memo.qqqq')).toBe(plain)
  })

  it('is shown to callers who may find it, so there is data to leak', async () => {
    expect(await ask(lectern, '/api/articles?populate=memo', 'full-access')).toContain('"memo":{')
    expect(await ask(lectern, '/api/comments?populate=about,mentions', 'full-access')).toContain('api::memo.memo')
    expect(await ask(lectern, '/api/authors?populate=account', 'full-access')).toContain('"username":"reader"')
  })
})

describe('a type the caller may not find', () => {
  it('gives the same response to every request', async () => {
    const queries = [
      '',
      '?filters[text]=a',
      '?filters[nope]=a',
      '?sort=nope',
      '?populate=nope',
      '?x[__proto__]=1',
      '?status=x',
    ]
    const answers = await Promise.all(queries.map((query) => ask(lectern, `/api/memos${query}`)))
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^403 /)
    const ids = ['a', 'b', '1', encodeURIComponent("' or 1=1")]
    expect(new Set(await Promise.all(ids.map((id) => ask(lectern, `/api/memos/${id}`)))).size).toBe(1)
  })
})
