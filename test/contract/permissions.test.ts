/** docs/queries.md, callers, and rule 6 of populate: permissions. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../src/auth/api-token.ts'
import { type Asker, askerOf, type Entry } from '../support/ask.ts'
import { AS_FULL_ACCESS, AS_READ_ONLY, AS_USER, type Magazine, openMagazine, SHOWN } from '../support/magazine.ts'
import { API_TOKEN_SALT, type MadeProject, makeProject } from '../support/make-project.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

describe('callers refusals', () => {
  it('callers: a listing needs the find permission of its type', async () => {
    expect(await magazine.refusal('/api/memos')).toMatchObject({
      status: 403,
      name: 'ForbiddenError',
      message: 'Forbidden',
    })
  })

  it('callers: one entry needs findOne', async () => {
    const [memo] = magazine.column('select document_id from memos limit 1')
    expect(await magazine.refusal(`/api/memos/${memo}`)).toMatchObject({ status: 403 })
    expect(await magazine.one(`/api/memos/${memo}`, AS_USER)).toMatchObject({ documentId: memo })
  })

  it('callers: a caller without the find permission does not learn whether the query was valid', async () => {
    const right = await magazine.text('/api/memos')
    for (const query of [
      'filters[nothing]=1',
      'sort=nothing',
      'status=bogus',
      'pagination[page]=x',
      'populate=nothing',
    ]) {
      expect(await magazine.text(`/api/memos?${query}`)).toBe(right)
    }
  })

  it.each(['Bearer nonsense', 'bearer a.b.c'])(
    'callers: credentials that are wrong are refused even where none are needed (%s)',
    async (authorization) => {
      expect(await magazine.refusal('/api/articles', { authorization })).toMatchObject({
        status: 401,
        name: 'UnauthorizedError',
        message: 'Missing or invalid credentials',
      })
    },
  )

  it('populate 6: in filters and sort, a relation to a type that the caller may not find is an unknown name', async () => {
    for (const query of [
      'filters[memo][text]=x',
      'filters[memo][$null]=true',
      'filters[memo]=1',
      'sort=memo.text',
      'sort=memo',
    ]) {
      const forbidden = await magazine.text(`/api/articles?${query}`)
      const unknown = await magazine.text(`/api/articles?${query.replace('memo', 'nope')}`)
      expect(forbidden.replaceAll('memo', 'nope')).toBe(unknown)
      expect(JSON.parse(unknown)).toMatchObject({
        error: { status: 400, message: expect.stringContaining('Invalid key nope') },
      })
    }
  })
})

describe('callers with permissions', () => {
  it.each([
    ['a user of a role that may', AS_USER],
    ['a read-only token', AS_READ_ONLY],
    ['a full-access token', AS_FULL_ACCESS],
  ])('callers: %s may list types that the public may not', async (_, headers) => {
    expect(await magazine.ids('/api/memos?pagination[limit]=100', headers)).toEqual(
      magazine.column('select id from memos order by id'),
    )
  })

  it.each([
    ['a user of a role that may', AS_USER],
    ['a read-only token', AS_READ_ONLY],
    ['a full-access token', AS_FULL_ACCESS],
  ])('populate 6: %s may populate, filter and sort by the relation', async (_, headers) => {
    const memo = `(select m.text from articles_memo_lnk l join memos m on m.id = l.memo_id where l.article_id = articles.id)`
    const path = '/api/articles?populate=memo&pagination[limit]=100'
    const texts = (await magazine.list(path, headers)).map((entry) => (entry.memo as Entry | null)?.text ?? null)
    expect(texts).toEqual(magazine.column(`select ${memo} from articles where ${SHOWN} order by id`))
    const expected = magazine.column(
      `select id from articles where ${SHOWN} and ${memo} like 'memo 1%' order by ${memo} desc, id`,
    )
    expect(expected.length).toBeGreaterThan(0)
    expect(
      await magazine.ids('/api/articles?filters[memo][text][$startsWith]=memo 1&sort=memo.text:desc', headers),
    ).toEqual(expected)
  })

  it('populate 6: also below a populated relation', async () => {
    const path = '/api/authors?populate[articles][populate][0]=memo&populate[articles][populate][1]=tags'
    const articles = (list: readonly Entry[]) => list.flatMap((entry) => entry.articles as Entry[])
    for (const article of articles(await magazine.list(path))) {
      expect(article).toHaveProperty('tags')
      expect(article).not.toHaveProperty('memo')
    }
    for (const article of articles(await magazine.list(path, AS_USER))) expect(article).toHaveProperty('memo')
  })

  it('populate 6: users of the users-permissions plugin are a type like any other', async () => {
    for (const entry of await magazine.list('/api/authors?populate=*')) expect(entry).not.toHaveProperty('account')
    const [author] = await magazine.list('/api/authors?populate=account', AS_FULL_ACCESS)
    expect(author).toHaveProperty('account')
    expect(await magazine.text('/api/authors?populate=account', AS_FULL_ACCESS)).not.toMatch(
      /password|\$2[aby]\$|resetPasswordToken/,
    )
  })
})

describe('callers with custom tokens and roles with few permissions', () => {
  let project: MadeProject
  let ask: Asker
  const asCustom = { authorization: 'Bearer custom' }

  beforeAll(async () => {
    project = await makeProject({
      types: {
        book: {
          attributes: {
            title: { type: 'string' },
            writer: { type: 'relation', relation: 'oneToOne', target: 'api::writer.writer' },
            sequel: { type: 'relation', relation: 'oneToOne', target: 'api::book.book' },
          },
        },
        writer: { attributes: { name: { type: 'string' } } },
      },
      permissions: ['api::book.book.findOne', 'api::writer.writer.findOne'],
      rows: {
        books: [
          { id: 1, title: 'First' },
          { id: 2, title: 'Second' },
        ],
        writers: [{ id: 1, name: 'Ann' }],
        books_writer_lnk: [{ book_id: 1, writer_id: 1 }],
        books_sequel_lnk: [{ book_id: 1, inv_book_id: 2 }],
        strapi_api_tokens: [
          { id: 1, type: 'custom', kind: 'content-api', access_key: hashToken('custom', API_TOKEN_SALT) },
        ],
        strapi_api_token_permissions: [{ id: 1, action: 'api::book.book.find' }],
        strapi_api_token_permissions_token_lnk: [{ api_token_permission_id: 1, api_token_id: 1 }],
      },
    })
    ask = askerOf(await project.open())
  })
  afterAll(() => project.remove())

  it('callers: find and findOne are two permissions', async () => {
    expect(await ask.refusal('/api/books')).toMatchObject({ status: 403 })
    expect(await ask.one('/api/books/book1')).toMatchObject({ title: 'First' })
    expect(await ask.refusal('/api/books/book1', asCustom)).toMatchObject({ status: 403 })
    expect(await ask.ids('/api/books', asCustom)).toEqual([1, 2])
  })

  it('populate 6: populating a relation needs find; findOne is not enough', async () => {
    const book = await ask.one('/api/books/book1?populate=*')
    expect(book).not.toHaveProperty('writer')
    expect(book).not.toHaveProperty('sequel')
  })

  it('populate 6: a custom token populates only types that it may find', async () => {
    const [book] = await ask.list('/api/books?populate=*', asCustom)
    expect(book).toMatchObject({ sequel: { id: 2, title: 'Second' } })
    expect(book).not.toHaveProperty('writer')
    expect(await ask.refusal('/api/books?filters[writer][name]=Ann', asCustom)).toMatchObject({ status: 400 })
    expect(await ask.refusal('/api/writers', asCustom)).toMatchObject({ status: 403 })
  })
})
