/** Every known departure is recognized, while differences that only resemble one are not. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../src/compare/answer.ts'
import { DEPARTURES, type DepartureId } from '../../src/compare/departures/catalog.ts'
import type { Pairing } from '../../src/compare/departures/pairing.ts'
import { explain } from '../../src/compare/explain.ts'
import type { Json } from '../../src/compare/find-differences.ts'
import { pairsOf, pathOnly, withPairs } from '../../src/compare/query-pairs.ts'
import { type Lectern, openProject } from '../../src/index.ts'
import { matchRoute, routesOf } from '../../src/request/routes.ts'
import { type ContentType, USER_UID } from '../../src/schema/schema.ts'
import { fixture } from '../support/fixture.ts'

const CATEGORY_UID = 'api::category.category'

type Entry = { readonly [key: string]: Json }
type Body = { readonly data: Json; readonly meta?: Json }

const opened: Partial<Record<'contract' | 'strapi', Lectern>> = {}

beforeAll(async () => {
  for (const profile of ['contract', 'strapi'] as const) {
    opened[profile] = await openProject({
      project: fixture('magazine'),
      database: fixture('magazine.sqlite'),
      profile,
      env: {},
    })
  }
})
afterAll(async () => {
  for (const lectern of Object.values(opened)) await lectern.close()
})

const lecternOf = (profile: 'contract' | 'strapi') => opened[profile] as Lectern

async function ask(path: string, profile: 'contract' | 'strapi' = 'strapi'): Promise<Answer> {
  const response = await lecternOf(profile).fetch(path)
  return said(response.status, (await response.json()) as Json)
}

const said = (status: number, value: Json): Answer => ({
  status,
  json: { value },
  text: '',
  milliseconds: 1,
  location: null,
  isLecterns: false,
})

const refused = (status: number, name: string, message: string, details: Json = {}): Answer =>
  said(status, { data: null, error: { status, name, message, details } })

const failed = async () => refused(500, 'InternalServerError', 'Internal Server Error')

/** Responds as Lectern does to another request. */
const as = (path: string) => () => ask(path)

/** Responds as Lectern does to this request, with a changed body. */
const but =
  (change: (body: Body) => Body) =>
  async (path: string): Promise<Answer> => {
    const answer = await ask(path)
    return said(answer.status, change(answer.json?.value as Body) as Json)
  }

const list = (body: Body) => body.data as readonly Entry[]
const each = (change: (entry: Entry, at: number) => Entry) => but((body) => ({ ...body, data: list(body).map(change) }))
const first = (more: Entry) => each((entry, at) => (at === 0 ? { ...entry, ...more } : entry))

interface Case {
  readonly departure: DepartureId
  readonly path: string
  readonly profile?: 'contract' | 'strapi'
  /** Strapi's responses, to this request and to further ones of the rule. */
  readonly strapi: (path: string) => Promise<Answer>
  /** Other responses to the same requests, which no rule may explain. */
  readonly faults: readonly ((path: string) => Promise<Answer>)[]
  /** Lectern's response, if its own does not have what the case needs. */
  readonly lectern?: (path: string) => Promise<Answer>
}

/** Reviews by the ids of their articles, which are ids of drafts. */
const LISTED = '/api/reviews?filters[article][id][$in][0]=29&filters[article][id][$in][1]=46'

const eachTag = (more: Entry) =>
  each((entry) => ({ ...entry, tags: (entry.tags as readonly Entry[]).map((tag) => ({ ...tag, ...more })) }))

const withSection = (item: Entry) =>
  each((entry) => ({ ...entry, sections: [item, ...(entry.sections as readonly Entry[])] }))

const reversed = but((body) => ({ ...body, data: [...list(body)].reverse() }))

const unknownName = () =>
  refused(400, 'ValidationError', 'Invalid key nope', { key: 'nope', path: null, source: 'query', param: 'populate' })

/** One version of a document that a user is related to. */
const version = (id: number, publishedAt: string | null = '2026-01-01T00:00:00.000Z'): Entry => ({
  id,
  documentId: 'same',
  publishedAt,
})

/** Responds as Strapi does without a maximum page size: 150 entries on a page. */
const unlimited = (path: string): Promise<Answer> =>
  path.includes('=150')
    ? but((body) => ({ ...body, data: [...list(body), ...list(body).slice(0, 50)] }))(path)
    : ask(path)

const ofArticle = (more: Entry): Entry => ({ id: 9, __type: 'api::article.article', ...more })

/** A comment that is about something. */
const aboutComment = (about: Entry | null): Entry => ({ id: 9, __type: 'api::comment.comment', about })

/**
 * Responds as Strapi does if the caller may not find accounts: it ignores paths that lead there, including the whole
 * comma-separated list.
 */
const withoutAccounts = (path: string): Promise<Answer> =>
  ask(
    withPairs(
      path,
      pairsOf(path).filter(({ value }) => !value?.includes('account')),
    ),
  )

const [RED, OTHER_RED, BLUE] = [
  { id: 1, mime: 'red' },
  { id: 2, mime: 'red' },
  { id: 3, mime: 'blue' },
]

const NOTHING_BUT_500 = [as('/api/tags')]
const ids = Array.from({ length: 120 }, (_, at) => `filters[id][$in][${at}]=${at}`).join('&')
const many = Array.from({ length: 1_005 }, (_, at) => `x${at}=1`).join('&')
const deep = `filters${'[$and][0]'.repeat(12)}[views][$gt]=10`
const FIRST = 'qnjh2e6ua8b9g28y3g2c93ey'

/** The union of both lists. */
const union = (one: string, other: string) => async (path: string) => {
  const [query = ''] = path.split('?').slice(1)
  const page = query.split('&').filter((part) => part.startsWith('pagination'))
  const [a, b] = [await ask([one, ...page].join('&')), await ask([other, ...page].join('&'))]
  const entries = [...list(a.json?.value as Body), ...list(b.json?.value as Body)]
  const merged = [...new Map(entries.map((entry) => [entry.id, entry])).values()].sort(
    (x, y) => Number(x.id) - Number(y.id),
  )
  const size = page.some((part) => part.includes('=100')) ? 100 : 25
  const pagination = { page: 1, pageSize: size, pageCount: Math.ceil(merged.length / size), total: merged.length }
  return said(200, { data: merged.slice(0, size), meta: { pagination } })
}

const REVIEWS = '/api/reviews?filters[article][title][$startsWith]=W'
/** Reviews without any reviewer, neither published nor draft. */
async function reviewsWithoutReviewer(path: string): Promise<Answer> {
  const [published, drafts] = [await ask(path.replace(/&status=\w+/, '')), await ask(`${path}&status=draft`)]
  const ids = new Set(list(drafts.json?.value as Body).map(({ id }) => id))
  const data = list(published.json?.value as Body).filter(({ id }) => ids.has(id ?? null))
  return said(200, { data, meta: counted(data.length) })
}

const SEARCH = '/api/tags?_q=winter'
const withTag = (label: string, createdAt = '2026-01-01T00:00:00.000Z') =>
  but((body) => ({
    data: [...list(body), { id: 99, documentId: 'x', label, createdAt }],
    meta: counted(list(body).length + 1),
  }))
const counted = (total: number) => ({ pagination: { page: 1, pageSize: 25, pageCount: 1, total } })
const JSON_FILTER = `/api/articles?filters[metadata]=${encodeURIComponent('{"n":4,"lang":"a","nested":{"ok":false,"list":[1,2,4]}}')}`
const none = but(() => ({ data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } }))

const LINKS_OF_CTAS = 'populate[sections][on][blocks.cta][populate][links]'

const eachLinkOfCtas = (more: Entry) =>
  each((entry) => ({
    ...entry,
    sections: (entry.sections as readonly Entry[]).map((section) => ({
      ...section,
      links: (section.links as readonly Entry[]).map((link) => ({ ...link, ...more })),
    })),
  }))

const eachLink = (more: (at: number) => Entry) =>
  each((entry) => ({
    ...entry,
    links: (entry.links as readonly Entry[]).map((link, at) => ({ ...link, ...more(at) })),
  }))

const OWL = { id: 3, title: 'owl' }
const OTHER_OWL = { id: 4, title: 'owl' }
const SALT = { id: 5, title: 'salt' }

const COVERS = '/api/articles?filters[cover][id][$notNull]=true&populate[cover][populate]=*'
const firstCover = (more: Entry) =>
  each((entry, at) => (at === 0 ? { ...entry, cover: { ...(entry.cover as Entry), ...more } } : entry))

const CASES: readonly Case[] = [
  { departure: 'crash', path: '/api/articles?filters[views]=abc', strapi: failed, faults: NOTHING_BUT_500 },
  {
    departure: 'crash',
    path: '/api/tags?filters[label][$eq][a]=1',
    strapi: as('/api/tags'),
    faults: [as('/api/tags?sort=label')],
  },
  {
    departure: 'value-beside-operators',
    path: '/api/tags?filters[id][$ne]=5&filters[id]=5',
    strapi: as('/api/tags?filters[id]=5'),
    faults: [as('/api/tags'), as('/api/tags?filters[id][$ne]=5')],
  },
  {
    departure: 'value-beside-operators',
    path: '/api/articles?populate[tags][filters][label][$contains]=a&populate[tags][filters][label]=b',
    strapi: as('/api/articles?populate[tags][filters][label]=b'),
    faults: [as('/api/articles?populate[tags][filters][label][$contains]=a')],
  },
  {
    departure: 'repeated-sort',
    path: '/api/articles?sort[0]=author.name&sort[1]=id:desc&sort[2]=id',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'relation-not',
    path: '/api/articles?filters[author][$not][name]=x',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'field-groups',
    path: '/api/articles?filters[views][$or][0][$gt]=4000',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'relation-operators',
    path: '/api/articles?filters[author][$notNull]=true&filters[author][name]=x',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  ...[
    'filters[author][$or][0][name]=x&filters[author][name]=x',
    'populate[author][filters][articles][$notNull]=true&populate[author][filters][articles][title]=x',
  ].map(
    (query): Case => ({
      departure: 'relation-operators',
      path: `/api/articles?${query}`,
      strapi: failed,
      faults: NOTHING_BUT_500,
    }),
  ),
  {
    departure: 'relation-not',
    path: '/api/articles?populate[author][filters][articles][$not][title]=x',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'deep-populate-sort',
    path: '/api/authors?populate[articles][sort]=author.name',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'deep-populate-sort',
    path: '/api/authors?populate[articles][sort]=title:desc,author.name',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'deep-populate-sort',
    path: '/api/authors?populate[articles][sort][author][name]=desc',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'text-in-numbers',
    path: '/api/tags?filters[createdAt][$startsWithi]=20&sort=id',
    strapi: none,
    faults: [() => reversed('/api/tags?sort=id')],
  },
  {
    departure: 'text-in-numbers',
    path: '/api/tags?filters[label][$notNull]=true&filters[createdAt][$notContainsi][0]=20&filters[createdAt][$notContainsi][1]=T',
    strapi: as('/api/tags'),
    faults: [as('/api/tags?sort=label:desc')],
  },
  {
    departure: 'text-in-numbers',
    path: '/api/articles?filters[$or][0][featured][$endsWithi]=1&filters[$or][1][id]=1&sort=id',
    strapi: as('/api/articles?filters[$or][0][featured]=true&filters[$or][1][id]=1&sort=id'),
    faults: [as('/api/articles?filters[$or][0][featured]=false&filters[$or][1][id]=1&sort=id')],
  },
  {
    departure: 'text-in-numbers',
    path: '/api/articles?filters[featured][$nei]=0&sort=id',
    strapi: as('/api/articles?filters[featured]=true&sort=id'),
    faults: [as('/api/articles?filters[featured]=false&sort=id')],
  },
  {
    departure: 'text-in-numbers',
    path: '/api/articles?filters[views][$contains]=7',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'text-as-json',
    path: '/api/articles?filters[metadata]=red',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'text-as-json',
    path: '/api/authors?populate[articles][filters][metadata][$in][0]=red',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'fraction-of-whole',
    path: '/api/articles?filters[author][id][$in][0]=1.5',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'fraction-of-whole',
    path: '/api/articles?filters[views][$gt]=1.5',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'fraction-of-whole',
    path: '/api/articles?filters[id][$notIn][0]=1e2',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'count-beside-others',
    path: '/api/authors?populate[articles][count]=true&populate[articles][sort]=title',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'relation-not',
    path: '/api/articles?filters[$not][author][$not][name]=a',
    strapi: failed,
    faults: NOTHING_BUT_500,
  },
  {
    departure: 'id-not-a-number',
    path: '/api/articles?filters[id]=abc',
    strapi: as('/api/articles?filters[id]=-1'),
    faults: [as('/api/articles')],
  },
  {
    departure: 'id-not-a-number',
    path: '/api/articles?filters[author]=abc',
    strapi: as('/api/articles?filters[id]=-1'),
    faults: [as('/api/articles')],
  },
  {
    departure: 'page-size-not-a-number',
    path: '/api/articles?pagination[pageSize]=abc',
    strapi: as('/api/articles?pagination[pageSize]=100'),
    faults: [as('/api/articles')],
  },
  {
    departure: 'error-words',
    path: '/api/articles?fields=titel',
    strapi: async () =>
      refused(400, 'ValidationError', 'Invalid key titel', {
        key: 'titel',
        path: null,
        source: 'query',
        param: 'fields',
      }),
    faults: [async () => refused(404, 'NotFoundError', 'Not Found'), as('/api/articles')],
  },
  {
    departure: 'names-told-apart',
    path: '/api/articles?filters[internalNotes]=x',
    strapi: async () =>
      refused(400, 'ValidationError', 'Invalid key internalNotes', {
        key: 'internalNotes',
        path: 'internalNotes',
        source: 'query',
        param: 'filters',
      }),
    faults: [as('/api/articles')],
  },
  {
    departure: 'long-lists',
    path: `/api/articles?fields=title&${ids}`,
    strapi: as('/api/articles?fields=title'),
    faults: [as('/api/articles?fields=slug')],
  },
  {
    departure: 'many-parameters',
    path: `/api/tags?${many}&sort=label`,
    strapi: as('/api/tags'),
    faults: [as('/api/tags?sort=label:desc')],
  },
  {
    departure: 'deep-brackets',
    path: `/api/articles?${deep}`,
    strapi: async () => refused(400, 'ValidationError', 'Invalid key [$and][0]'),
    faults: [as('/api/tags')],
  },
  {
    departure: 'prototype-keys',
    path: '/api/tags?filters[toString]=1',
    strapi: as('/api/tags'),
    faults: [as('/api/tags?sort=label')],
  },
  {
    departure: 'populate-mixed',
    path: '/api/articles?populate[author]=true&populate[0]=tags',
    strapi: as('/api/articles?populate=author'),
    faults: [as('/api/articles?populate=tags')],
  },
  {
    departure: 'populate-private',
    path: '/api/articles?populate=author,privateReviewer',
    strapi: as('/api/articles?populate=author'),
    faults: [as('/api/articles')],
  },
  {
    departure: 'populate-private',
    path: '/api/articles?populate=privateReviewer.mentor,author',
    strapi: as('/api/articles?populate=author'),
    faults: [as('/api/articles')],
  },
  {
    departure: 'forbidden-path',
    path: '/api/articles?populate=author.account',
    strapi: (path) => ask(path.includes('account') ? '/api/articles' : path),
    faults: [
      (path) => ask(path.includes('account') ? '/api/articles?populate=tags' : path),
      // An author that Strapi does not show on its own, either.
      as('/api/articles'),
    ],
  },
  {
    departure: 'forbidden-path',
    path: '/api/articles?populate[0]=author&populate[1]=author.account&populate[2]=tags',
    strapi: (path) => ask(path.includes('account') ? '/api/articles?populate=tags' : path),
    faults: [(path) => ask(path.includes('account') ? '/api/articles' : path), as('/api/articles?populate=tags')],
  },
  {
    departure: 'forbidden-path',
    path: '/api/categories?populate=articles.author.account.role,articles.tags&sort=id',
    strapi: withoutAccounts,
    faults: [as('/api/categories?populate=articles.author,articles.tags&sort=name')],
  },
  {
    departure: 'forbidden-path',
    path: '/api/categories?populate[0]=articles.author.account.role&populate[1]=articles.author.account',
    strapi: withoutAccounts,
    faults: [as('/api/categories?populate=articles')],
  },
  {
    departure: 'longer-path-first',
    path: '/api/articles?populate[0]=author.avatar&populate[1]=tags&populate[2]=author',
    strapi: as('/api/articles?populate=author,tags'),
    faults: [as('/api/articles?populate=author'), as('/api/articles?populate=tags')],
  },
  {
    departure: 'longer-path-first',
    path: '/api/articles?populate[0]=author.avatar&populate[1]=author&populate[2]=author.articles',
    strapi: as('/api/articles?populate=author.articles'),
    faults: [as('/api/articles')],
  },
  {
    departure: 'longer-path-first',
    path: '/api/authors?populate[articles][populate][0]=author.avatar&populate[articles][populate][1]=author',
    strapi: as('/api/authors?populate[articles][populate]=author'),
    faults: [as('/api/authors?populate=articles')],
  },
  {
    departure: 'entry-document-id',
    path: `/api/articles/${FIRST}?filters[documentId]=nope`,
    strapi: as(`/api/articles/${FIRST}`),
    faults: [as(`/api/articles/${FIRST}?populate=author`)],
  },
  {
    departure: 'colliding-groups',
    path: '/api/articles?filters[$or][0][title]=nothing&filters[author][$or][0][name][$notNull]=true',
    strapi: as('/api/articles?filters[author][$or][0][name][$notNull]=true'),
    faults: [as('/api/articles?status=draft'), failed],
  },
  {
    departure: 'colliding-groups',
    path: '/api/articles?filters[$and][0][author][$or][0][name]=nobody&filters[$and][0][tags][$or][0][label][$notNull]=true',
    strapi: as('/api/articles?filters[$and][0][tags][$or][0][label][$notNull]=true'),
    faults: [failed],
  },
  {
    departure: 'sort-listed',
    path: '/api/articles?sort[title]=asc&sort[title]=desc',
    strapi: as('/api/articles'),
    faults: [as('/api/articles?sort=title')],
  },
  {
    departure: 'sort-listed',
    path: '/api/articles?sort[0]=title&sort[0]=views',
    strapi: as('/api/articles'),
    faults: [as('/api/articles?sort=title')],
  },
  {
    departure: 'sort-status',
    path: '/api/reviews?sort=article.status:desc',
    strapi: as('/api/reviews'),
    faults: [() => reversed('/api/reviews'), none],
  },
  {
    departure: 'sort-status',
    path: '/api/articles?sort=title,status:desc',
    strapi: as('/api/articles?sort=title'),
    faults: [as('/api/articles')],
  },
  {
    departure: 'sort-status',
    path: '/api/articles?sort=status',
    strapi: as('/api/articles'),
    faults: [as('/api/articles?sort=title')],
    // The same as for an attribute of that name.
    lectern: (path) => ask(path.replace('status', 'views:desc')),
  },
  {
    departure: 'sort-status',
    path: '/api/articles?populate[tags][sort][0]=status:desc&populate[tags][sort][1]=id',
    strapi: as('/api/articles?populate[tags][sort]=id'),
    faults: [as('/api/articles')],
    lectern: (path) => ask(path.replace('status', 'label')),
  },
  {
    departure: 'sort-status',
    path: '/api/articles?sort=seo.status:desc',
    strapi: failed,
    faults: NOTHING_BUT_500,
    lectern: (path) => ask(path.replace('status', 'metaTitle')),
  },
  {
    departure: 'sort-status',
    path: '/api/articles?populate[sections][on][blocks.cta][populate][links][sort]=status',
    strapi: failed,
    faults: NOTHING_BUT_500,
    lectern: (path) => ask(path.replace('status', 'label')),
  },
  {
    departure: 'sort-without-order',
    path: '/api/articles?sort[0][nothing]=',
    strapi: as('/api/articles'),
    faults: [() => reversed('/api/articles'), none],
  },
  {
    departure: 'file-related',
    path: COVERS,
    strapi: firstCover({ related: [{ id: 1, documentId: 'x', __type: 'api::article.article' }] }),
    faults: [firstCover({ related: null }), firstCover({ others: [] })],
  },
  {
    departure: 'any-type-null',
    path: '/api/categories?populate[parent][fields]=text&populate[children][fields]=text',
    lectern: async () => said(200, { data: [{ id: 1, parent: { id: 2 }, children: [{ id: 3 }] }] }),
    strapi: async () => said(200, { data: [{ id: 1, parent: null, children: [] }] }),
    faults: [
      async () => said(200, { data: [{ id: 1, parent: { id: 4 }, children: [] }] }),
      async () => said(200, { data: [{ id: 1, parent: null, children: [{ id: 4 }] }] }),
    ],
  },
  {
    departure: 'any-type-options',
    path: '/api/comments?populate[about][fields]=text',
    strapi: as('/api/comments'),
    faults: [as('/api/comments?populate=about')],
  },
  {
    departure: 'any-type-options',
    path: '/api/comments?populate[about]=*',
    strapi: as('/api/comments'),
    faults: [as('/api/comments?populate=about')],
  },
  {
    departure: 'any-type-populate',
    path: '/api/comments?populate[about][populate]=*',
    strapi: as('/api/comments'),
    faults: [as('/api/comments?populate=about'), first({ about: null })],
  },
  {
    departure: 'any-type-null',
    path: '/api/comments?fields=text&populate=about',
    strapi: first({ about: null }),
    faults: [first({ text: '' })],
  },
  {
    departure: 'any-type-count',
    path: '/api/categories?populate[children][count]=true',
    strapi: as('/api/categories?populate=children'),
    faults: [as('/api/categories')],
  },
  {
    departure: 'any-type-count',
    path: '/api/categories?populate[parent][count]=true&populate[parent][filters][weight][$gt]=1',
    strapi: as('/api/categories?populate[parent][filters][weight][$gt]=1'),
    faults: [as('/api/categories')],
  },
  {
    departure: 'unchecked-below-any-type',
    path: '/api/categories?filters[children][nothing]=1',
    strapi: as('/api/categories'),
    faults: [async () => refused(403, 'ForbiddenError', 'Forbidden')],
  },
  {
    departure: 'unchecked-below-any-type',
    path: '/api/categories?sort=parent.nothing:desc',
    strapi: as('/api/categories'),
    faults: [],
  },
  {
    departure: 'localizations',
    path: '/api/articles?locale=*&populate=localizations&sort=documentId',
    strapi: each((entry) => ({ ...entry, localizations: [] })),
    faults: [each((entry) => ({ ...entry, localizations: [{ id: 1 }] }))],
  },
  {
    // This page lists no other locale, so omitting them is not proved to be Strapi's behaviour.
    departure: 'localizations',
    path: '/api/articles?locale=*&populate=localizations&sort=documentId&fields=slug',
    strapi: each((entry) => ({ ...entry, localizations: [] })),
    faults: [
      but((body) => ({
        ...body,
        data: list(body)
          .slice(0, 1)
          .map((entry) => ({ ...entry, localizations: [] })),
      })),
    ],
  },
  { departure: 'json-order', path: '/api/articles?filters[metadata][$gt]=1', strapi: as('/api/articles'), faults: [] },
  { departure: 'json-order', path: '/api/articles?filters[content][$lt]=[]', strapi: as('/api/articles'), faults: [] },
  {
    departure: 'json-order',
    path: '/api/articles?populate[related][filters][content][$lt]=[]',
    strapi: as('/api/articles?populate=related'),
    faults: [],
  },
  {
    departure: 'any-type-options',
    path: '/api/articles?populate[cover][populate][related][fields]=id',
    strapi: as('/api/articles?populate=cover'),
    faults: [as('/api/articles')],
  },
  {
    departure: 'any-type-populate',
    path: '/api/articles?populate[cover][populate][related][populate]=*&populate[cover][fields]=name',
    strapi: as('/api/articles?populate[cover][fields]=name'),
    faults: [as('/api/articles?populate[cover][fields]=url')],
  },
  {
    departure: 'id-not-a-number',
    path: '/api/articles?populate[tags][filters][id]=abc',
    strapi: as('/api/articles?populate[tags][filters][id]=-1'),
    faults: [as('/api/articles?populate=tags')],
  },
  {
    departure: 'id-not-a-number',
    path: '/api/articles?filters[id][$lte]=',
    strapi: as('/api/articles'),
    faults: [none],
  },
  {
    departure: 'drafts-in-filters',
    path: LISTED,
    strapi: union(LISTED, `${LISTED}&status=draft`),
    faults: [as('/api/reviews')],
  },
  {
    departure: 'hidden-nested',
    path: '/api/articles?populate=memo.nope',
    strapi: async (path) => (path.includes('nope') ? unknownName() : ask(path)),
    faults: [async (path) => (path.includes('nope') ? unknownName() : first({ memo: { id: 1 } })(path))],
  },
  {
    departure: 'drafts-in-filters',
    path: '/api/reviews?sort=article.title',
    strapi: async (path) => (path.includes('sort') ? reversed(path) : ask(path)),
    faults: [reversed, none],
  },
  {
    departure: 'drafts-in-filters',
    path: '/api/articles?sort=localizations.title',
    strapi: async (path) => (path.includes('sort') ? reversed(path) : ask(path)),
    faults: [none],
  },
  {
    departure: 'big-integers',
    path: '/api/upload/files?populate=related',
    lectern: async () =>
      said(200, [{ id: 1, related: [{ __type: 'api::article.article', impressions: '9007199254740993' }] }]),
    strapi: async () =>
      said(200, [{ id: 1, related: [{ __type: 'api::article.article', impressions: '9007199254740992' }] }]),
    faults: [
      async () =>
        said(200, [{ id: 1, related: [{ __type: 'api::article.article', impressions: '9007199254740999' }] }]),
    ],
  },
  {
    departure: 'status-words',
    path: '/api/articles?status=published&status=published',
    strapi: as('/api/articles?status=draft'),
    faults: [as('/api/articles')],
  },
  {
    departure: 'no-max-limit',
    path: '/api/articles?pagination[pageSize]=150',
    strapi: unlimited,
    faults: [as('/api/articles?pagination[pageSize]=99'), (path) => unlimited(path.replace('=100', '=99'))],
  },
  {
    departure: 'role-users',
    path: '/api/users?populate[role][populate][users]=true',
    lectern: async () => refused(400, 'ValidationError', 'Invalid key users at role', { key: 'users', path: 'role' }),
    strapi: async () => said(200, []),
    faults: [async () => refused(404, 'NotFoundError', 'Not Found')],
  },
  {
    departure: 'role-users',
    path: '/api/users/1?filters[role][users][$null]=true',
    lectern: async () => refused(400, 'ValidationError', 'Invalid key users at role', { key: 'users', path: 'role' }),
    strapi: async () => said(204, null),
    faults: [async () => refused(404, 'NotFoundError', 'Not Found')],
  },
  {
    departure: 'relation-operators',
    path: '/api/users/1?filters[role][$notNull]=true&filters[role][name]=a',
    lectern: async () => said(204, null),
    strapi: failed,
    faults: [async () => said(200, RED)],
  },
  {
    departure: 'relation-operators',
    path: '/api/users/count?filters[role][$notNull]=true&filters[role][name]=a',
    lectern: async () => said(200, 3),
    strapi: failed,
    faults: [async () => said(200, 4)],
  },
  {
    departure: 'any-type-leaks',
    path: '/api/upload/files?populate=related',
    lectern: async () => said(200, [{ id: 1, related: [version(2)] }]),
    strapi: async () => said(200, [{ id: 1, related: [version(1, null), version(2)] }]),
    faults: [async () => said(200, [{ id: 1, related: [version(2), version(3)] }])],
  },
  {
    departure: 'any-type-leaks',
    path: '/api/upload/files?populate=*',
    // A file may be in two fields of one entry.
    lectern: async () => said(200, [{ id: 1, related: [version(2), version(2)] }]),
    strapi: async () => said(200, [{ id: 1, related: [version(1, null), version(2), version(1, null), version(2)] }]),
    faults: [async () => said(200, [{ id: 1, related: [version(2)] }])],
  },
  {
    departure: 'any-type-leaks',
    path: '/api/comments?populate[about][populate][comments][populate]=about',
    lectern: async () => said(200, { data: [{ id: 1, about: aboutComment(null) }] }),
    strapi: async () => said(200, { data: [{ id: 1, about: aboutComment(version(1, null)) }] }),
    faults: [async () => said(200, { data: [{ id: 1, about: aboutComment(version(2)) }] })],
  },
  {
    departure: 'users-drafts',
    path: '/api/upload/files?populate[related][populate]=tags,localizations',
    lectern: async () => said(200, [{ id: 1, related: [ofArticle({ localizations: [], related: [version(2)] })] }]),
    strapi: async () =>
      said(200, [
        { id: 1, related: [ofArticle({ localizations: [version(3, null)], related: [version(2), version(1, null)] })] },
      ]),
    faults: [
      async () => said(200, [{ id: 1, related: [ofArticle({ localizations: [version(3)], related: [version(2)] })] }]),
      async () => said(200, [{ id: 1, related: [ofArticle({ localizations: [], related: [] })] }]),
    ],
  },
  {
    departure: 'ties',
    path: '/api/upload/files?sort=mime',
    lectern: async () => said(200, [RED, OTHER_RED, BLUE]),
    strapi: async () => said(200, [OTHER_RED, RED, BLUE]),
    faults: [async () => said(200, [BLUE, RED, OTHER_RED])],
  },
  {
    departure: 'ties',
    path: '/api/users?fields=username',
    lectern: async () => said(200, [RED, OTHER_RED, BLUE]),
    strapi: async () => said(200, [BLUE, RED, OTHER_RED]),
    faults: [async () => said(200, [BLUE, RED]), async () => said(200, [BLUE, RED, BLUE])],
  },
  {
    departure: 'bare-pagination',
    path: '/api/users?sort=id&pagination[page]=2&pagination[pageSize]=3',
    lectern: async (path) => said(200, path.includes('pagination') ? [] : [RED, OTHER_RED, BLUE]),
    strapi: async () => said(200, [RED, OTHER_RED, BLUE]),
    faults: [async () => said(200, [RED, OTHER_RED]), async () => said(200, [BLUE, RED, OTHER_RED])],
  },
  {
    departure: 'bare-pagination',
    path: '/api/upload/files?sort=id&pagination[pageSize]=abc',
    lectern: async (path) =>
      path.includes('pagination') ? refused(400, 'ValidationError', 'Invalid number') : said(200, [RED]),
    strapi: async () => said(200, [RED]),
    faults: [async () => said(200, [BLUE])],
  },
  {
    departure: 'one-file',
    path: '/api/upload/files/1?filters[name]=other&fields=name',
    lectern: async (path) =>
      path.includes('filters')
        ? refused(404, 'NotFoundError', 'Not Found')
        : said(200, { id: 1, name: 'a', ext: '.png' }),
    strapi: async () => said(200, { id: 1, name: 'a', ext: '.png' }),
    faults: [async () => said(200, { id: 1, name: 'b', ext: '.png' })],
  },
  {
    departure: 'users-drafts',
    path: '/api/users?populate=*',
    lectern: async () => said(200, [{ id: 1, starred: [version(2)], latest: version(2) }]),
    strapi: async () => said(200, [{ id: 1, starred: [version(1, null), version(2)], latest: version(1, null) }]),
    faults: [
      async () => said(200, [{ id: 1, starred: [version(2), version(3)], latest: version(2) }]),
      async () => said(200, [{ id: 1, starred: [version(2)], latest: version(3) }]),
      async () => said(200, [{ id: 1, starred: [version(2)], latest: { ...version(1, null), documentId: 'other' } }]),
    ],
  },
  {
    departure: 'drafts-in-filters',
    path: REVIEWS,
    strapi: union(REVIEWS, `${REVIEWS}&status=draft`),
    faults: [as('/api/reviews'), none],
  },
  {
    departure: 'drafts-in-filters',
    path: '/api/reviews?filters[reviewer][id][$null]=true',
    strapi: reviewsWithoutReviewer,
    faults: [as('/api/reviews'), none],
  },
  ...['[account]', '[$or][0][account]', '[$not][account]'].map(
    (way): Case => ({
      departure: 'forbidden-in-populate',
      path: `/api/articles?populate[author][filters]${way}[username]=x`,
      strapi: as('/api/articles?populate=author'),
      faults: [each((entry) => ({ ...entry, author: { id: 1, account: { id: 1 } } }))].map(
        (shows) => () => shows('/api/articles?populate=author'),
      ),
    }),
  ),
  {
    departure: 'hidden-nested',
    path: '/api/articles?populate[memo][fields]=nope',
    strapi: async (path) =>
      path.includes('nope')
        ? refused(400, 'ValidationError', 'Invalid key nope', {
            key: 'nope',
            path: null,
            source: 'query',
            param: 'populate',
          })
        : ask(path),
    faults: [
      async (path) =>
        path.includes('nope')
          ? refused(400, 'ValidationError', 'Invalid key nope', {
              key: 'nope',
              path: null,
              source: 'query',
              param: 'populate',
            })
          : first({ memo: { id: 1 } })(path),
      async () => refused(400, 'ValidationError', 'Invalid key nope', { key: 'nope', param: 'filters' }),
    ],
  },
  {
    departure: 'hidden-nested',
    path: '/api/articles?populate[author][populate][account][fields]=nope',
    strapi: async (path) => (path.includes('nope') ? unknownName() : ask(path)),
    faults: [
      async (path) => (path.includes('nope') ? unknownName() : first({ author: { id: 1, account: { id: 1 } } })(path)),
    ],
  },
  {
    departure: 'any-type-leaks',
    path: '/api/comments?populate=about',
    strapi: first({ about: { __type: 'api::article.article', id: 1, publishedAt: null } }),
    lectern: first({ about: null }),
    faults: [first({ about: { __type: 'api::article.article', id: 1, publishedAt: '2026-01-01T00:00:00.000Z' } })],
  },
  {
    departure: 'any-type-administration',
    path: '/api/comments?populate=about',
    strapi: first({ about: { __type: 'admin::role', id: 1 } }),
    lectern: first({ about: null }),
    faults: [first({ about: { __type: 'api::tag.tag', id: 1 } })],
  },
  {
    departure: 'any-type-gone',
    path: '/api/comments?populate=about',
    strapi: failed,
    lectern: first({ about: null }),
    faults: [first({ about: null, id: 0 })],
  },
  {
    departure: 'any-type-leaks',
    path: '/api/comments?populate=about&pagination[pageSize]=1',
    strapi: each((entry) => ({ ...entry, about: { ...(entry.about as Entry), internalNotes: 'secret' } })),
    faults: [each((entry) => ({ ...entry, about: { ...(entry.about as Entry), title: 'other' } }))],
  },
  { departure: 'search', path: SEARCH, strapi: withTag('nothing'), faults: [withTag('mid-winter'), none] },
  {
    departure: 'search',
    path: '/api/tags?_q=99',
    strapi: withTag('nothing', '1999-01-01T00:00:00.000Z'),
    faults: [withTag('no 99')],
  },
  {
    departure: 'sorted-columns',
    path: '/api/articles?filters[tags][label][$contains]=t&sort=views&fields=title',
    strapi: each((entry) => ({ ...entry, views: 1 })),
    faults: [each((entry) => ({ ...entry, slug: 'x' }))],
  },
  {
    departure: 'sorted-columns',
    path: '/api/homepage?sort=headline&fields=createdAt',
    strapi: but((body) => ({ ...body, data: { ...(body.data as Entry), headline: 'x' } })),
    faults: [but((body) => ({ ...body, data: { ...(body.data as Entry), kicker: 'x' } }))],
  },
  {
    departure: 'search',
    path: `/api/articles/${FIRST}?_q=${FIRST}&fields=title`,
    strapi: as(`/api/articles/${FIRST}?fields=title`),
    faults: [failed],
  },
  {
    departure: 'sorted-columns',
    path: '/api/articles?populate[tags][fields]=label&populate[tags][sort]=createdAt:desc',
    strapi: eachTag({ createdAt: '2026-01-01T00:00:00.000Z' }),
    faults: [eachTag({ updatedAt: '2026-01-01T00:00:00.000Z' }), eachTag({ label: 'other' })],
  },
  {
    departure: 'sorted-columns',
    path: `/api/articles?${LINKS_OF_CTAS}[fields]=label&${LINKS_OF_CTAS}[sort]=url`,
    strapi: eachLinkOfCtas({ url: '/somewhere' }),
    faults: [eachLinkOfCtas({ icon: 'star' }), eachLinkOfCtas({ label: 'other' })],
  },
  {
    departure: 'sorted-columns',
    path: '/api/articles?populate[links][fields]=label',
    strapi: eachLink((at) => ({ order: at + 1 })),
    faults: [eachLink(() => ({ order: 'first' })), eachLink((at) => ({ position: at + 1 }))],
  },
  {
    departure: 'status-words',
    path: '/api/articles?status=bogus',
    strapi: as('/api/articles?status=draft'),
    faults: [as('/api/articles')],
  },
  {
    departure: 'drafts-granted',
    path: '/api/articles?status=draft',
    strapi: as('/api/articles?status=draft'),
    lectern: async () => refused(403, 'ForbiddenError', 'Forbidden'),
    faults: [async () => refused(404, 'NotFoundError', 'Not Found')],
  },
  {
    departure: 'exact-case',
    path: '/api/articles?filters[title][$contains]=CLOUD&pagination[pageSize]=3',
    strapi: as('/api/articles?filters[title][$containsi]=CLOUD&pagination[pageSize]=3'),
    faults: [as('/api/articles?pagination[pageSize]=3')],
  },
  {
    departure: 'every-script',
    path: '/api/articles?filters[title][$containsi]=%C3%A9LAN',
    strapi: async (path) => ask(path.replace('$containsi', '$contains').replace('%24containsi', '$contains')),
    faults: [as('/api/articles')],
  },
  {
    departure: 'every-script',
    path: '/api/articles?filters[title][$notContainsi]=%C3%A9LAN&sort=id',
    strapi: async (path) =>
      ask(path.replace('$notContainsi', '$notContains').replace('%24notContainsi', '$notContains')),
    faults: [as('/api/articles?filters[title][$contains]=e&sort=id')],
  },
  {
    departure: 'every-script',
    path: '/api/articles?filters[$not][title][$containsi]=%C3%A9LAN&sort=id',
    strapi: async (path) => ask(path.replace('$containsi', '$contains').replace('%24containsi', '$contains')),
    faults: [as('/api/articles?filters[title][$contains]=e&sort=id')],
  },
  {
    departure: 'every-script',
    path: '/api/articles?_q=%C3%A9LAN&fields=title',
    strapi: as('/api/articles?filters[id]=0'),
    faults: [as('/api/articles?pagination[pageSize]=2&fields=title')],
  },
  {
    departure: 'big-integers',
    path: '/api/articles?pagination[pageSize]=1',
    lectern: first({ impressions: '9007199254740993' }),
    strapi: first({ impressions: '9007199254740992' }),
    faults: [first({ impressions: '9007199254740999' }), first({ impressions: '12' })],
  },
  {
    departure: 'time-decimals',
    path: '/api/articles?pagination[pageSize]=1',
    strapi: first({ openTime: '14:13:00' }),
    faults: [first({ openTime: '14:13:01' }), first({ slug: '14:13:00' })],
  },
  { departure: 'json-equality', path: JSON_FILTER, strapi: none, faults: [as('/api/articles')] },
  {
    departure: 'localizations-order',
    path: '/api/articles?populate=localizations&sort=id&pagination[pageSize]=1',
    lectern: first({ localizations: [{ id: 3 }, { id: 4 }] }),
    strapi: first({ localizations: [{ id: 4 }, { id: 3 }] }),
    faults: [first({ localizations: [{ id: 4 }] })],
  },
  {
    // The list itself is sorted, but not the lists in its entries.
    departure: 'localizations-order',
    path: '/api/articles?populate[localizations][sort]=id&populate[localizations][populate]=*&pagination[pageSize]=1',
    lectern: first({ localizations: [{ id: 2, localizations: [{ id: 3 }, { id: 4 }] }] }),
    strapi: first({ localizations: [{ id: 2, localizations: [{ id: 4 }, { id: 3 }] }] }),
    faults: [first({ localizations: [{ id: 2, localizations: [{ id: 4 }] }] })],
  },
  {
    // If an order was requested, only ties may be ordered differently.
    departure: 'ties',
    path: '/api/articles?populate[localizations][sort]=title&pagination[pageSize]=1',
    lectern: first({ localizations: [OWL, OTHER_OWL, SALT] }),
    strapi: first({ localizations: [OTHER_OWL, OWL, SALT] }),
    faults: [first({ localizations: [SALT, OWL, OTHER_OWL] })],
  },
  {
    departure: 'ties',
    path: '/api/articles?populate[tags][sort]=color&pagination[pageSize]=1',
    lectern: first({
      tags: [
        { id: 1, color: 'red' },
        { id: 2, color: 'red' },
      ],
    }),
    strapi: first({
      tags: [
        { id: 2, color: 'red' },
        { id: 1, color: 'red' },
      ],
    }),
    faults: [
      first({
        tags: [
          { id: 2, color: 'blue' },
          { id: 1, color: 'red' },
        ],
      }),
    ],
  },
  {
    departure: 'component-document-id',
    path: '/api/articles?populate=seo&pagination[pageSize]=1',
    lectern: first({ seo: { id: 1, documentId: 'abc' } }),
    strapi: first({ seo: { id: 1 } }),
    faults: [first({ seo: { id: 2 } })],
  },
  {
    departure: 'component-document-id',
    path: '/api/articles?populate[seo][fields]=documentId',
    lectern: as('/api/articles'),
    strapi: failed,
    faults: [as('/api/tags')],
  },
  {
    departure: 'media-filter',
    profile: 'contract',
    path: '/api/articles?filters[cover][name][$notNull]=true',
    strapi: as('/api/articles?filters[cover][name][$notNull]=true'),
    faults: [],
  },
  {
    departure: 'zone-on',
    profile: 'contract',
    path: '/api/articles?populate[sections][on][blocks.hero]=true',
    strapi: as('/api/articles?populate[sections][on][blocks.hero]=true'),
    faults: [as('/api/articles?populate[sections][on][blocks.quote]=true')],
  },
  {
    departure: 'zone-left-overs',
    path: '/api/articles?populate=sections',
    strapi: withSection({ id: 990, metaTitle: 'x', __component: 'shared.seo' }),
    faults: ['blocks.hero', 'blocks.unknown'].map((uid) => withSection({ id: 990, __component: uid })),
  },
  {
    departure: 'no-route',
    path: '/api/custom/route',
    strapi: async () => said(200, []),
    faults: [async () => refused(500, 'InternalServerError', '')],
  },
  {
    departure: 'no-route',
    path: '/api/articles/featured',
    strapi: async () => said(200, { data: [{ id: 1 }] }),
    faults: [async () => said(200, { data: { id: 1, documentId: 'featured' } })],
  },
  {
    departure: 'inert-filters',
    path: '/api/tags?filters[owner][label]=x',
    strapi: as('/api/tags?filters[label]=x'),
    faults: [],
  },
  {
    departure: 'inert-filters',
    path: '/api/articles?populate[tags][filters][owner][label]=x',
    strapi: as('/api/articles?populate[tags][filters][label]=x'),
    faults: [],
  },
  {
    departure: 'inert-below',
    path: '/api/tags?populate[owner][populate]=*&pagination[pageSize]=1',
    lectern: as('/api/tags?pagination[pageSize]=1'),
    strapi: async () =>
      refused(400, 'ValidationError', 'Invalid key avatar at owner.avatar', { key: 'avatar', path: 'owner.avatar' }),
    faults: [
      async () => refused(400, 'ValidationError', 'Invalid key x', { key: 'x', path: null }),
      async () => refused(404, 'NotFoundError', 'Not Found', { path: 'owner.avatar' }),
    ],
  },
  {
    departure: 'third-inverse',
    path: '/api/tags?pagination[pageSize]=1',
    strapi: first({ owner: { id: 1 } }),
    faults: [first({ owners: { id: 1 } })],
  },
  {
    departure: 'foreign-relations',
    path: '/api/tags?pagination[pageSize]=1',
    strapi: first({ ticket: { id: 1 } }),
    faults: [first({ unknown: { id: 1 } })],
  },
]

/** The tags of this project have a relation to a type of a plugin, which is left out, and an inert relation. */
function withForeignRelation(schema: Pairing['schema']): Pairing['schema'] {
  const uid = 'api::tag.tag'
  const tag = schema.contentTypes.get(uid)
  if (tag === undefined) throw new Error('no tags')
  const attributes = {
    ...(tag.source.attributes as object),
    ticket: { type: 'relation', target: 'plugin::desk.ticket' },
  }
  const contentTypes = new Map([
    ...schema.contentTypes,
    [USER_UID, withRelations(schema)],
    [CATEGORY_UID, withOtherSides(schema)],
    [uid, { ...tag, inert: new Set(['owner']), source: { ...tag.source, attributes } }],
  ])
  return { ...schema, contentTypes, components: withStatus(schema) }
}

/** Some components have an attribute called status. */
function withStatus({ components }: Pairing['schema']): Pairing['schema']['components'] {
  const also = ['shared.seo', 'shared.link'].map((uid) => {
    const component = components.get(uid)
    const text = component?.attributes.get(uid === 'shared.seo' ? 'metaTitle' : 'label')
    if (component === undefined || text === undefined) throw new Error(`no ${uid}`)
    return [
      uid,
      { ...component, attributes: new Map([...component.attributes, ['status', { ...text, name: 'status' }]]) },
    ] as const
  })
  return new Map([...components, ...also])
}

/** Parent and children are the inverse sides of polymorphic relations. */
function withOtherSides({ contentTypes }: Pairing['schema']): ContentType {
  const category = contentTypes.get(CATEGORY_UID)
  if (category === undefined) throw new Error('no categories')
  const attributes = new Map(category.attributes)
  for (const name of ['parent', 'children']) {
    const attribute = attributes.get(name)
    if (attribute?.kind !== 'relation') throw new Error(`no ${name}`)
    attributes.set(name, { ...attribute, kind: 'morphInverse', morphBy: 'about' })
  }
  return { ...category, attributes }
}

/** Users are related to articles. */
function withRelations({ contentTypes }: Pairing['schema']): ContentType {
  const user = contentTypes.get(USER_UID)
  const related = contentTypes.get('api::article.article')?.attributes.get('related')
  if (user === undefined || related === undefined) throw new Error('no users, or no related articles')
  const own = ['starred', 'latest'].map((name) => [name, { ...related, name }] as const)
  return { ...user, attributes: new Map([...user.attributes, ...own]) }
}

async function explained({ path, profile = 'strapi', lectern }: Case, strapi: Case['strapi']) {
  const { settings } = lecternOf(profile)
  const schema = withForeignRelation(lecternOf(profile).schema)
  const own = async (asked: string): Promise<Answer> => (lectern === undefined ? ask(asked, profile) : lectern(asked))
  const pairing: Pairing = {
    path,
    pairs: pairsOf(path),
    anonymous: false,
    route: matchRoute(pathOnly(path), routesOf(schema, settings.rest)),
    schema,
    maxLimit: settings.rest.maxLimit,
    profile,
    drafts: 'granted',
    strapi: await strapi(path),
    lectern: await own(path),
  }
  return explain(pairing, { strapi, lectern: own })
}

describe.each(CASES)('$departure: $path', (one) => {
  it('is recognized', async () => {
    const { departures, unexplained } = await explained(one, one.strapi)
    expect(unexplained).toEqual([])
    expect(departures).toContain(one.departure)
  })

  it.each(one.faults)('is not recognized if Strapi responds differently (%#)', async (fault) => {
    const { unexplained } = await explained(one, fault)
    expect(unexplained).not.toEqual([])
  })
})

it('a failure of Strapi alone explains nothing', async () => {
  const plain: Case = { departure: 'crash', path: '/api/tags', strapi: failed, faults: [] }
  expect((await explained(plain, failed)).unexplained).toHaveLength(1)
})

it('two departures in one request are both named', async () => {
  const path = '/api/articles?status=bogus&filters[title][$contains]=CLOUD'
  const strapi = as('/api/articles?status=draft&filters[title][$containsi]=CLOUD')
  const both = await explained({ departure: 'exact-case', path, strapi, faults: [] }, strapi)
  expect(both).toEqual({ departures: ['exact-case', 'status-words'], unexplained: [] })
})

it('every departure of the catalogue has a case', () => {
  const covered = new Set(CASES.map(({ departure }) => departure))
  expect(Object.keys(DEPARTURES).filter((id) => !covered.has(id as DepartureId))).toEqual([])
})
