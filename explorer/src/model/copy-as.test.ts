import { describe, expect, it } from 'vitest'
import { COPY_FORMS, camelCase } from './copy-as.ts'
import type { CopyContext } from './copy-context.ts'
import { DESCRIPTION } from './description.fixture.ts'
import { readRequest } from './request.ts'
import type { Description } from './schema.ts'

function copied(id: string, url: string, hasToken = false, extensions: Description['extensions'] = []): string | null {
  const description = { ...DESCRIPTION, extensions }
  const request = readRequest(url, description)
  const context: CopyContext = { origin: 'http://localhost:1337', url, request, description, hasToken }
  return COPY_FORMS.find((form) => form.id === id)?.write(context) ?? null
}

describe('copies', () => {
  it('a URL', () => {
    expect(copied('url', '/api/articles?sort=title')).toBe('http://localhost:1337/api/articles?sort=title')
  })

  it('a command that a shell reads as it was meant', () => {
    expect(copied('curl', "/api/articles?_q=it's")).toBe(`curl -g 'http://localhost:1337/api/articles?_q=it'\\''s'`)
    expect(copied('curl', '/api/articles', true)).toContain('-H "Authorization: Bearer $TOKEN"')
  })

  it('a fetch', () => {
    expect(copied('fetch', '/api/articles', true)).toBe(
      [
        "const response = await fetch('http://localhost:1337/api/articles', {",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what is copied
        '  headers: { Authorization: `Bearer ${token}` },',
        '})',
        'const { data, meta } = await response.json()',
      ].join('\n'),
    )
  })

  it('a call of @strapi/client', () => {
    expect(copied('strapi', '/api/articles/abc?populate=author')).toContain(
      "await client.collection('articles').findOne('abc', { populate: ['author'] })",
    )
    expect(copied('strapi', '/api/home-page', true)).toContain(
      "strapi({ baseURL: 'http://localhost:1337/api', auth: token })",
    )
    expect(copied('strapi', '/api/home-page')).toContain("await client.single('home-page').find()")
  })

  it('a typed call, with numbers and booleans where the type has them', () => {
    const query =
      'filters[views][$gt]=10&filters[featured]=true&filters[title]=7&filters[author][followers][$in][0]=3' +
      '&populate[sections][on][blocks.quote][filters][stars]=5&populate[cover]=true&pagination[page]=2'
    const text = copied('lectern', `/api/articles?${query}`) ?? ''
    expect(text).toContain("createClient<Api>({ url: 'http://localhost:1337/api' })")
    for (const part of [
      'views: { $gt: 10 }',
      'featured: { $eq: true }',
      "title: { $eq: '7' }",
      'author: { followers: { $in: [3] } }',
      'stars: { $eq: 5 }',
      'cover: true',
      'pagination: { page: 2 }',
    ]) {
      expect(text).toContain(part)
    }
    expect(copied('lectern', '/api/home-page')).toContain('client.homePage.find()')
  })

  it('a warning with what Strapi refuses', () => {
    const warning = 'Extensions of Lectern: exclude, sorting. Strapi refuses this request'
    const url = '/api/articles?fields=-title&sort=views:asc.nullslast'
    expect(copied('curl', url)).toMatch(new RegExp(`^# ${warning}\ncurl -g`))
    expect(copied('fetch', url)).toMatch(new RegExp(`^// ${warning}\nconst response`))
    for (const id of ['strapi', 'lectern']) expect(copied(id, url)).toContain(`// ${warning}\nconst { data, meta }`)
    expect(copied('url', url)).toBe(`http://localhost:1337${url}`)
    expect(copied('curl', '/api/articles?fields=title')).not.toContain('Strapi')
  })

  it('what extensions take as numbers, booleans and texts', () => {
    const query =
      'filters[related][$count][$of][featured]=true&filters[related][$count][$gte]=2&filters[author][$none]=3' +
      '&filters[sections][on][blocks.quote]=true&filters[sections][$count]=0&populate[**][pagination][limit]=3' +
      '&pagination[start][after]=12&pagination[limit]=5'
    const text = copied('lectern', `/api/articles?${query}`) ?? ''
    for (const part of [
      '$count: { $of: { featured: { $eq: true } }, $gte: 2 }',
      'author: { $none: { $eq: 3 } }',
      "on: { 'blocks.quote': true }",
      '$count: { $eq: 0 }',
      "'**': { pagination: { limit: 3 } }",
      "pagination: { start: { after: '12' }, limit: 5 }",
    ]) {
      expect(text).toContain(part)
    }
  })

  it('a call for groups, which @strapi/client does not have', () => {
    const url = '/api/articles/actions/aggregate?by=format&sum=views&having[sum][views][$gt]=5&count=false'
    expect(copied('lectern', url)?.replaceAll(/\s+/g, ' ')).toContain(
      "client.articles.aggregate({ by: ['format'], count: false, sum: ['views'], having: { sum: { views: { $gt: 5 } } }, })",
    )
    expect(copied('strapi', url)).toBeNull()
    expect(copied('curl', url)).toContain(url)
  })

  it('no call where the builder has no part in the request', () => {
    expect(copied('lectern', '/elsewhere')).toBeNull()
    expect(copied('strapi', '/elsewhere')).toBeNull()
    expect(copied('curl', '/elsewhere')).toContain('/elsewhere')
  })
})

describe('copies by extensions', () => {
  it('put the query in the body, and copy a whole list', () => {
    const url = "/api/articles?_q=it's&pagination[page]=2"
    expect(copied('query', url, false, ['query'])).toBe(
      [
        '# Extension of Lectern: query. Strapi refuses this request',
        `curl -g -X QUERY 'http://localhost:1337/api/articles' --data-raw '_q=it'\\''s&pagination[page]=2'`,
      ].join('\n'),
    )
    expect(copied('query', url, true, ['query'])).toContain('-H "Authorization: Bearer $TOKEN"')
    expect([copied('query', url), copied('query', '/api/articles', false, ['query'])]).toEqual([null, null])
    expect(copied('pull', url, true, ['export'])).toBe(
      [
        '# Extension of Lectern: export. Strapi refuses this request',
        `LECTERN_PULL_TOKEN="$TOKEN" lectern pull 'http://localhost:1337/api/articles?_q=it'\\''s' --out articles.ndjson`,
      ].join('\n'),
    )
    const others = ['/api/home-page', '/api/articles/abc', '/api/articles?_q[text]=owl', '/elsewhere']
    expect(others.map((other) => copied('pull', other, true, ['export', 'search']))).toEqual([null, null, null, null])
    expect(copied('pull', url)).toBeNull()
  })
})

describe('camelCase', () => {
  it.each([
    ['articles', 'articles'],
    ['press-releases', 'pressReleases'],
    ['a-2-b', 'a2B'],
  ])('%s', (name, expected) => {
    expect(camelCase(name)).toBe(expected)
  })
})
