/** Rules about the entries of a list and their order. */

import {
  type Answer,
  ascending,
  both,
  byFormatThen,
  descending,
  every,
  has,
  isObject,
  list,
  meta,
  number,
  type Rule,
  refused,
  shows,
  some,
  text,
} from './rule.ts'

export const pagination: readonly Rule[] = [
  ['the first page, of 25', '/api/articles', meta({ page: 1, pageSize: 25, pageCount: 1, total: 20 })],
  [
    'page and pageSize',
    '/api/articles?pagination[page]=2&pagination[pageSize]=10',
    meta({ page: 2, pageSize: 10, pageCount: 2, total: 20 }),
  ],
  [
    'page is 1 unless it is said',
    '/api/articles?pagination[pageSize]=5',
    meta({ page: 1, pageSize: 5, pageCount: 4, total: 20 }),
  ],
  [
    'withCount leaves the totals out, by page',
    '/api/articles?pagination[withCount]=false',
    meta({ page: 1, pageSize: 25 }),
  ],
  [
    'start and limit',
    '/api/articles?pagination[start]=15&pagination[limit]=5',
    meta({ start: 15, limit: 5, total: 20 }),
  ],
  ['limit is 25 unless it is said', '/api/articles?pagination[start]=15', meta({ start: 15, limit: 25, total: 20 })],
  ['start is 0 unless it is said', '/api/articles?pagination[limit]=5', meta({ start: 0, limit: 5, total: 20 })],
  [
    'withCount leaves the total out, by offset',
    '/api/articles?pagination[start]=15&pagination[withCount]=false',
    meta({ start: 15, limit: 25 }),
  ],
  ['the two are not mixed', '/api/articles?pagination[page]=1&pagination[limit]=5', refused(400, 'PaginationError')],
  [
    'a size over the maximum is the maximum',
    '/api/articles?pagination[pageSize]=5000',
    meta({ page: 1, pageSize: 100, pageCount: 1, total: 20 }),
  ],
  [
    'a page below the first is the first',
    '/api/articles?pagination[page]=0',
    ({ pagination }) => pagination.page === 1,
  ],
  ['a size that is no number is refused', '/api/articles?pagination[pageSize]=many', refused(400)],
  ['no pagination inside populate', '/api/articles?populate[reviews][limit]=3', refused(400)],
  [
    'pagination beside populate',
    '/api/articles?populate=author&pagination[page]=2&pagination[pageSize]=5',
    both(shows('author', isObject), meta({ page: 2, pageSize: 5, pageCount: 4, total: 20 })),
  ],
]

export const sort: readonly Rule[] = [
  ['by one field', '/api/articles?sort=title', ascending('title')],
  ['by several, in their order', '/api/articles?sort[0]=format&sort[1]=title', byFormatThen((a, b) => a <= b)],
  ['asc', '/api/articles?sort=title:asc', ascending('title')],
  ['desc', '/api/articles?sort=views:desc', descending('views')],
  ['a word for each', '/api/articles?sort[0]=format:asc&sort[1]=title:desc', byFormatThen((a, b) => a >= b)],
]

export const filters: readonly Rule[] = [
  ['$eq', '/api/articles?filters[format][$eq]=news', every(({ format }) => format === 'news')],
  [
    '$eqi',
    '/api/tags?filters[color][$eqi]=blue',
    both(
      every((tag) => text(tag, 'color').toLowerCase() === 'blue'),
      some(({ color }) => color !== 'blue'),
    ),
  ],
  ['$ne', '/api/articles?filters[format][$ne]=news', every(({ format }) => format !== 'news')],
  ['$nei', '/api/tags?filters[color][$nei]=blue', every((tag) => text(tag, 'color').toLowerCase() !== 'blue')],
  ['$lt', '/api/articles?filters[views][$lt]=1000', every((entry) => number(entry, 'views') < 1000)],
  [
    '$lte',
    '/api/articles?filters[views][$lte]=728',
    both(
      every((entry) => number(entry, 'views') <= 728),
      some(({ views }) => views === 728),
    ),
  ],
  [
    '$gt',
    '/api/articles?filters[publishDay][$gt]=2025-03-01',
    every((entry) => text(entry, 'publishDay') > '2025-03-01'),
  ],
  [
    '$gte',
    '/api/articles?filters[eventAt][$gte]=2025-05-10T12:00:00.000Z',
    every((entry) => text(entry, 'eventAt') >= '2025-05-10T12:00:00.000Z'),
  ],
  [
    '$in',
    '/api/articles?filters[format][$in][0]=news&filters[format][$in][1]=essay',
    every(({ format }) => format === 'news' || format === 'essay'),
  ],
  ['$notIn', '/api/articles?filters[format][$notIn][0]=news', every(({ format }) => format !== 'news')],
  [
    '$contains',
    '/api/articles?filters[title][$contains]=river',
    every((entry) => text(entry, 'title').includes('river')),
  ],
  [
    '$notContains',
    '/api/articles?filters[title][$notContains]=river',
    every((entry) => !text(entry, 'title').includes('river')),
  ],
  [
    '$containsi',
    '/api/articles?filters[title][$containsi]=RIVER',
    every((entry) => /river/i.test(text(entry, 'title'))),
  ],
  [
    '$notContainsi',
    '/api/articles?filters[title][$notContainsi]=RIVER',
    every((entry) => !/river/i.test(text(entry, 'title'))),
  ],
  ['$null', '/api/articles?filters[summary][$null]=true', every(({ summary }) => summary === null)],
  ['$notNull', '/api/articles?filters[summary][$notNull]=true', every(({ summary }) => summary !== null)],
  [
    '$between',
    '/api/articles?filters[views][$between][0]=100&filters[views][$between][1]=900',
    every((entry) => number(entry, 'views') >= 100 && number(entry, 'views') <= 900),
  ],
  [
    '$startsWith',
    '/api/articles?filters[title][$startsWith]=The',
    every((entry) => text(entry, 'title').startsWith('The')),
  ],
  [
    '$startsWithi',
    '/api/articles?filters[title][$startsWithi]=the',
    every((entry) => /^the/i.test(text(entry, 'title'))),
  ],
  [
    '$endsWith',
    '/api/articles?filters[title][$endsWith]=stone',
    every((entry) => text(entry, 'title').endsWith('stone')),
  ],
  [
    '$endsWithi',
    '/api/articles?filters[title][$endsWithi]=STONE',
    every((entry) => /stone$/i.test(text(entry, 'title'))),
  ],
  [
    '$or',
    '/api/articles?filters[$or][0][format]=news&filters[$or][1][views][$gt]=4500',
    both(
      every((entry) => entry.format === 'news' || number(entry, 'views') > 4500),
      some(({ format }) => format !== 'news'),
    ),
  ],
  [
    '$and',
    '/api/articles?filters[$and][0][format]=news&filters[$and][1][views][$gt]=2500',
    every((entry) => entry.format === 'news' && number(entry, 'views') > 2500),
  ],
  ['$not', '/api/articles?filters[$not][format]=news', every(({ format }) => format !== 'news')],
  [
    'ids in filters',
    '/api/articles?filters[id][$in][0]=2&filters[id][$in][1]=4',
    every(({ id }) => id === 2 || id === 4),
  ],
  [
    'a group beside a field',
    '/api/articles?filters[format]=news&filters[$or][0][views][$gt]=4000&filters[$or][1][featured]=true',
    every((entry) => entry.format === 'news' && (number(entry, 'views') > 4000 || entry.featured === true)),
  ],
  [
    'through a relation that is not populated',
    '/api/articles?filters[author][name][$contains]=Falk',
    every((entry) => !has(entry, 'author')),
  ],
  ['to any depth', '/api/articles?filters[author][mentor][followers][$gt]=100', (answer) => list(answer).length < 20],
  ['not by media', '/api/articles?filters[cover][name]=owl', refused(400)],
  ['not by dynamic zones', '/api/articles?filters[sections][text]=owl', refused(400)],
]

export const version: readonly Rule[] = [
  ['the default locale', '/api/articles?fields=title,locale', every(({ locale }) => locale === 'en')],
  ['one locale', '/api/articles?locale=fr-FR', every(({ locale }) => locale === 'fr-FR')],
  [
    'all locales',
    '/api/articles?locale=*',
    both(
      some(({ locale }) => locale === 'en'),
      some(({ locale }) => locale === 'fr-FR'),
    ),
  ],
  [
    'no entries in a locale that there is not',
    '/api/articles?locale=xx',
    ({ status, data }) => status === 200 && list({ data } as Answer).length === 0,
  ],
  ['published', '/api/articles?status=published', every(({ publishedAt }) => publishedAt !== null)],
  ['draft', '/api/articles?status=draft', every(({ publishedAt }) => publishedAt === null)],
  ['published unless it is said', '/api/articles', every(({ publishedAt }) => publishedAt !== null)],
  ['no other status', '/api/articles?status=hidden', refused(400)],
]
