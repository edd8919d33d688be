/** `details.hint` for mistakes of people who know another API. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_TOKEN } from '../../src/answer/credentials-hints.ts'
import { OPERATOR_NAMES } from '../../src/vocabulary/operators.ts'
import { type Magazine, openMagazine } from '../support/magazine.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const NAME_IS_A_FIELD = 'name is a field: it is shown without populate. To choose fields: [author][fields]=name'

const ALL_BELOW_AUTHOR = 'Write [author][populate]=* for all that is below author, or [author]=true for author alone'
const ONE_FORM =
  'Write an attribute once: populate[author]=true, or with options alone, populate[author][fields]=name&populate[author][populate]=avatar'
const IN_ZONES = 'Write [populate]=* for everything in it, or [on][category.component][populate]=* for one component'

const WITHOUT_WRAPPERS = 'Strapi 4 had data and attributes around fields; leave them out:'

const BELOW_AUTHOR = 'What can be populated here: articles, mentor, mentees, avatar, address'
const IN_ARTICLES =
  'In api::article.article there are id, documentId, title, slug, summary, body, content, format, rating, score, views, impressions and others'
const IN_AUTHORS =
  'In api::author.author there are id, documentId, name, bio, born, followers, createdAt, updatedAt, publishedAt'
const IN_AUTHORS_AND_BELOW =
  'In api::author.author there are id, documentId, name, bio, born, followers, articles, mentor, mentees, address, createdAt, updatedAt and others'
const IN_BRACKETS =
  'Brackets belong before the =, each of them closed: filters[title][$eq]=x, populate[author][populate]=avatar'
const UNKNOWN_TOKEN =
  "The token is neither an API token of this project nor a user's valid JWT: it may be incomplete, expired, revoked, or that of another project"
const AS_BEARER = 'The header Authorization has no effect as it is: write Authorization: Bearer <token>'
const NAME_OF_VARIABLE =
  'The token is the name of a variable, not its value. In a shell, put the header in double quotes'
const WITHOUT_VALUE = ' is a variable without a value: '
const OF_FIELDS =
  'Write fields=title,slug, without a comma at the end, or fields[0]=title&fields[1]=slug; for fields of a relation, populate[author][fields]=name'
const PAGE_OR_OFFSET = 'Write pagination[page] with pagination[pageSize], or pagination[start] with pagination[limit]'
const DRAFT_OR_PUBLISHED =
  'A response has drafts or published entries, not both: write status=draft, or leave status out for published entries'
const AS_REQUESTED = 'Populated entries have the status and the locale of the request: write it without populate'
const PAGES_ARE_OFF =
  "This is an extension (pages of populated lists, with totals). To switch it on: rest.extensions: ['nestedPages'] in config/api"

const NOT_A_ZONE =
  '[on] is for dynamic zones and relations to any type. This leads to one type: write what is populated below it: [author][populate]=*'

function written(example: string): string {
  return `Write objects with brackets, ${example}, as qs.stringify does; URLSearchParams and JSON.stringify do not`
}

describe('hints', () => {
  it.each([
    ['filters[title][eq]=x', 'Did you mean $eq?'],
    ['filters[OR][0][title]=x', 'Did you mean $or?'],
    ['filters[and][0][title]=x', 'Did you mean $and?'],
    ['filters[title][contain]=x', 'Did you mean $contains?'],
    ['filters[title][$equals]=x', 'Did you mean $eq?'],
    ['filters[title][$equal]=x', 'Did you mean $eq?'],
    ['filters[title][$fuzzy]=x', `The operators are ${OPERATOR_NAMES.join(', ')}`],
    ['filters[title][fuzzy]=x', 'title is a field, so an operator is expected here: filters[title][$eq]=x'],
    ['filters[attributes][title]=x', `${WITHOUT_WRAPPERS} filters[author][name]=x`],
    ['filters[author][data][attributes][name]=x', `${WITHOUT_WRAPPERS} filters[author][name]=x`],
    ['populate[author][data]=true', `${WITHOUT_WRAPPERS} populate[author][fields]=name`],
    ['sort=attributes.title', `${WITHOUT_WRAPPERS} sort=author.name`],
    ['fields=attributes', `${WITHOUT_WRAPPERS} fields=title`],
    ['filters[publishedAt][$gt]=yesterday', 'Write it as 2025-01-31T09:30:00.000Z, as date.toISOString() does'],
    ['filters[author][null]=true', 'Did you mean $null?'],
    ['filters[or][0][title]=x', 'Did you mean $or?'],
    ['filters[author][and][0][name]=x', 'Did you mean $and?'],
    ['sort=-title', 'Did you mean title:desc?'],
    ['sort=title%20DESC', 'Did you mean title:desc?'],
    ['sort=title,desc', 'Write the order after a colon: sort=title:desc'],
    ['sort=views_desc', 'Did you mean views:desc?'],
    ['filters[$title]=x', 'Did you mean title?'],
    ['filters[$titel]=x', 'Did you mean title?'],
    ['status=Draft', 'Did you mean draft?'],
    ['status=live', 'Did you mean published?'],
    ['status=published,draft', DRAFT_OR_PUBLISHED],
    ['status=*', DRAFT_OR_PUBLISHED],
    ['status=undefined', `undefined${WITHOUT_VALUE}leave status out for published entries`],
    ['filters=[object%20Object]', written('filters[title][$eq]=x')],
    ['populate=[object%20Object]', written('populate[author]=true')],
    ['populate={"author":true}', written('populate[author]=true')],
    ['sort[]=[object%20Object]', written('sort[0]=title:asc')],
    ['page=2', 'Write pagination[page]=2&pagination[pageSize]=25'],
    ['populate[]=*', 'Write populate=*, without a list or other names'],
    ['populate[*]=true', 'Write populate=*, without a list or other names'],
    ['populate=true', 'Write populate=* for all relations, components and files'],
    ['populate[author]=true&populate[author][fields]=name', ONE_FORM],
    ['populate[author]=true&populate[author][fields]=name&populate[author][sort]=name', ONE_FORM],
    ['populate[author][0]=name', ONE_FORM],
    ['populate[author]=*', ALL_BELOW_AUTHOR],
    ['populate=author.*', ALL_BELOW_AUTHOR],
    ['populate[sections]=*', IN_ZONES],
    ['populate[sections][on][blocks.quote]=*', IN_ZONES],
    ['populate[author][avatar]=true', 'Did you mean [populate][avatar]?'],
    ['populate=cover.url', 'Nothing is populated below a file. To choose its fields: populate[cover][fields]=url'],
    ['fields=author', 'author is not a field: populate it instead'],
    ['populate=title', 'title is a field: it is shown without populate. To choose fields: fields=title'],
    ['populate[author]=name', NAME_IS_A_FIELD],
    ['populate[author][populate]=name', NAME_IS_A_FIELD],
    ['populate[author][name]=true', 'Did you mean [fields]=name?'],
    ['populate[sections][on][blocks.quote][text]=true', 'Did you mean [fields]=text?'],
    ['populate[author][populate][name]=true', NAME_IS_A_FIELD],
    ['populate=author.name', NAME_IS_A_FIELD],
    ['populate=autor', 'Did you mean author?'],
    ['populate=author;cover', 'Write commas between names: populate=author,cover'],
    ['populate=author%20cover', 'Write commas between names: populate=author,cover'],
    ['filters[title][$nin][0]=x', 'Did you mean $notIn?'],
    ['filters[title][$exists]=true', 'Did you mean $notNull?'],
    ['filters[title][equals]=x', 'Did you mean $eq?'],
    ['filters[title][like]=x', 'Did you mean $containsi?'],
    ['filters[views][greater_than]=1', 'Did you mean $gt?'],
    ['filters[title][_neq]=x', 'Did you mean $ne?'],
    ['filters[title][\\$eq]=x', 'Did you mean $eq?'],
    ['filters[title_contains]=x', 'Did you mean [title][$contains]?'],
    ['filters[author.name]=x', 'Did you mean [author][name]?'],
    ['filters[status]=published', 'status is a parameter of its own, beside filters: status=…'],
    ['filters[cover][url]=x', "Files can be filtered by with rest: { profile: 'strapi' } in config/api"],
    ['filters=', 'Write filters[title][$eq]=x, or leave filters out'],
    ['filters[title][$eq=x', IN_BRACKETS],
    ['populate=author[avatar]', IN_BRACKETS],
    ['filters[views]=', 'For entries without a value: [$null]=true'],
    ['filters[publishedAt][$ne]=null', 'For entries without a value: [$null]=true'],
    ['filters[id][$in]=1,2,4', 'Write a list with brackets: [$in][0]=1&[$in][1]=2'],
    ['filters[views][$gt]=undefined', `undefined${WITHOUT_VALUE}leave the filter out if there is no value`],
    ['sort=undefined', `undefined${WITHOUT_VALUE}leave sort out if there is no value`],
    ['pagination[page]=NaN', `NaN${WITHOUT_VALUE}leave the parameter out if there is no value`],
    ['filters[eventAt][$gt]=2025-01-31T09:30:00+01:00', 'Write + as %2B in a URL, or the time in UTC, with Z'],
    ['filters[eventAt][$gt]=Fri%20Jan%2031%202025', `Write it as 2025-01-31T09:30:00.000Z, as date.toISOString() does`],
    ['filters[publishDay]=2025-1-31', 'Write it as 2025-01-31, as date.toISOString().slice(0, 10) does'],
    ['filters[openTime]=09:30', 'Write 09:30:00'],
    ['sort=author', 'author is not a field: sort by a field of it, such as author.name'],
    ['sort[author.name]=asc', 'Write sort=author.name:asc or sort[author][name]=asc'],
    ['sort[title]=-1', 'Write sort=title:asc or sort=title:desc'],
    ['fields=author.name', 'Write populate[author][fields]=name'],
    ['fields=title;views', 'Write commas between names: fields=title,views'],
    ['fields=title views', 'Write commas between names: fields=title,views'],
    ['fields=title,', OF_FIELDS],
    ['fields=author.*', 'Write populate=author'],
    ['fields=author.*.*', 'Write populate=author'],
    ['fields=*.*', 'Write populate=* for all relations, components and files'],
    ['fields[author]=name', OF_FIELDS],
    ['fields=["title"]', written('fields[0]=title')],
    ['pagination[page]=1&pagination[limit]=5', PAGE_OR_OFFSET],
    ['pagination[withCount]=False', 'Write pagination[withCount]=true or pagination[withCount]=false'],
    ['status=', 'Leave status out for published entries'],
    ['_q=a&_q=b', 'Write one text: _q=river'],
    ['populate=all', 'Write populate=* for all relations, components and files'],
    ['populate[author]=', ALL_BELOW_AUTHOR],
    ['populate[author.avatar]=true', 'Did you mean [author][populate][avatar]?'],
    [
      'populate=*&populate[author]=true',
      'Write populate=* alone, or names: populate[author]=true&populate[cover][fields]=url',
    ],
    ['populate[categories][where][name]=x', 'Did you mean filters?'],
    ['populate[categories][locale]=fr-FR', AS_REQUESTED],
    ['populate[categories][limit]=2', PAGES_ARE_OFF],
    ['populate[author][pagination][pageSize]=2', 'This is one entry at most: leave pagination out'],
    ['populate[author][on][shared.seo]=true', NOT_A_ZONE],
    [
      'populate[sections][on][quote]=true',
      'Possible names here: blocks.hero, blocks.quote, blocks.gallery, blocks.cta',
    ],
    ['populate=seo.picture', 'What can be populated here: ogImage, social'],
    ['populate[seo][populate][picture]=true', 'What can be populated here: ogImage, social'],
    // Only names that can be populated are suggested, not fields.
    ['populate=author.nam', BELOW_AUTHOR],
    ['populate[author][populate][nam]=true', BELOW_AUTHOR],
    // Names without a similar one: the hint also names the type, which the path below populate does not show.
    ['fields=foo', IN_ARTICLES],
    ['sort=foo', IN_ARTICLES],
    ['sort=author.foo', IN_AUTHORS],
    ['filters[foo]=1', IN_ARTICLES],
    ['filters[author][foo]=1', IN_AUTHORS_AND_BELOW],
    ['populate[author][fields]=foo', IN_AUTHORS],
    ['populate[author][sort]=foo', IN_AUTHORS],
    ['populate[author][filters][foo]=1', IN_AUTHORS_AND_BELOW],
  ])('%s', async (query, hint) => {
    const body = JSON.parse(await magazine.text(`/api/articles?${query}`))
    expect(body.error.details.hint).toBe(hint)
  })

  it.each([
    ['1', 'Entries have their documentId in the path. By id: /api/articles?filters[id]=1'],
    ['count', 'The number of entries is meta.pagination.total of /api/articles?pagination[pageSize]=1'],
    ['undefined', `undefined${WITHOUT_VALUE}send the request when there is a value`],
    [':documentId', 'Write the documentId of an entry in place of :documentId'],
    ['%7Bid%7D', 'Write the documentId of an entry in place of {id}'],
    ['a-first-look', 'Entries have their documentId in the path. By slug: /api/articles?filters[slug]=a-first-look'],
    ['abcdefghijklmnopqrstuvwx', undefined],
  ])('/api/articles/%s', async (written, hint) => {
    const body = JSON.parse(await magazine.text(`/api/articles/${written}`))
    expect(body.error).toMatchObject({ status: 404, message: 'Not Found' })
    expect(body.error.details.hint).toBe(hint)
  })

  it.each([
    ['Token abc', AS_BEARER],
    ['abc', AS_BEARER],
    ['Bearer ', AS_BEARER],
    ['Bearer Bearer abc', 'The word Bearer is there twice: give the client the token without it'],
    ['Bearer undefined', `undefined${WITHOUT_VALUE}give it the token`],
    ['Bearer "abc"', 'The token is sent with quotation marks around it: leave them out'],
    ['Bearer $KEY', NAME_OF_VARIABLE],
    [`Bearer ${'$'}{API_KEY}`, NAME_OF_VARIABLE],
    ['Bearer %KEY%', NAME_OF_VARIABLE],
    ['Bearer $env:KEY', NAME_OF_VARIABLE],
    ['Bearer {{token}}', NAME_OF_VARIABLE],
    ['Bearer <abc>', 'The token is sent with < and > around it: leave them out'],
    ['Bearer abc', UNKNOWN_TOKEN],
    ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2ln', UNKNOWN_TOKEN],
  ])('Authorization: %s', async (authorization, hint) => {
    const body = JSON.parse(await magazine.text('/api/memos', { authorization }))
    expect(body.error.details.hint).toBe(hint)
  })

  it.each(['/api/memos', '/api/memos/nothing'])('no Authorization: %s', async (path) => {
    const body = JSON.parse(await magazine.text(path))
    expect(body.error.details.hint).toBe(NO_TOKEN)
  })

  it('the header Authorization gives no hint to errors that are not about permissions', async () => {
    for (const path of ['/api/articles?pagination[page]=x', '/api/nothing', '/api/articles/nothing']) {
      const body = JSON.parse(await magazine.text(path, { authorization: 'Token abc' }))
      expect(body.error.details.hint, path).not.toBe(AS_BEARER)
    }
  })

  it.each([
    ['/swagger', 'The API is described at /_docs'],
    ['/_openapi', 'The API is described at /_docs'],
    ['/metrics', 'Metrics are at /_metrics, with rest.metrics: true in config/api'],
    ['/api/locales', 'The locales are at /api/i18n/locales'],
    ['/api/media', 'Files are listed at /api/upload/files'],
    ['/healthz', '/_health says whether the process runs, and /_ready whether it can answer'],
  ])('%s', async (path, hint) => {
    expect(JSON.parse(await magazine.text(path)).error.details.hint).toBe(hint)
  })

  it('a single type that does not exist in a locale', async () => {
    const body = JSON.parse(await magazine.text('/api/homepage?locale=xx'))
    expect(body.error).toMatchObject({
      status: 404,
      details: { hint: expect.stringContaining('single type is written') },
    })
  })

  it.each(['filters', 'populate', 'fields'])('%s: not for names that are too long to be mistakes', async (param) => {
    const dots = (count: number) => `/api/articles?${param}[a${'.a'.repeat(count)}]=x`
    const hintOf = async (count: number) => JSON.parse(await magazine.text(dots(count))).error.details.hint ?? ''
    expect(await hintOf(5)).not.toHaveLength(0)
    expect(String(await hintOf(10_000)).length).toBeLessThan(500)
  })

  it('say where a date is wrong', async () => {
    const body = JSON.parse(await magazine.text('/api/articles?filters[createdAt][$gt]=soon'))
    expect(body.error.details).toMatchObject({ source: 'query', param: 'filters', path: 'createdAt' })
  })
})
