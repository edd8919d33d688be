/** Rules about the content of entries, and about errors. */

import {
  both,
  type Entry,
  every,
  has,
  inner,
  isObject,
  isSorted,
  isTime,
  items,
  keys,
  type Rule,
  refused,
  shows,
  some,
  text,
} from './rule.ts'

const POPULATED = ['author', 'categories', 'tags', 'related', 'reviews', 'seo', 'links', 'sections', 'cover', 'gallery']
const FILE =
  'id documentId name alternativeText caption width height formats hash ext mime size url previewUrl provider provider_metadata createdAt updatedAt'
const FORMAT = 'name hash ext mime width height size path url'

export const shape: readonly Rule[] = [
  [
    'a list has data and meta',
    '/api/articles',
    ({ data, pagination }) => Array.isArray(data) && has(pagination, 'total'),
  ],
  ['entries are flat', '/api/articles', every((entry) => !has(entry, 'attributes') && has(entry, 'title'))],
  ['id is a number', '/api/articles', every(({ id }) => Number.isInteger(id))],
  ['documentId is a text', '/api/articles', every(({ documentId }) => typeof documentId === 'string')],
  ['createdAt is a time', '/api/articles', every(({ createdAt }) => isTime(createdAt))],
  ['updatedAt is a time', '/api/articles', every(({ updatedAt }) => isTime(updatedAt))],
  ['publishedAt is a time', '/api/articles', every(({ publishedAt }) => isTime(publishedAt))],
  ['publishedAt is null in drafts', '/api/articles?status=draft', every(({ publishedAt }) => publishedAt === null)],
  ['locale is the code of the locale', '/api/articles?locale=fr-FR', every(({ locale }) => locale === 'fr-FR')],
  [
    'fields come by themselves',
    '/api/articles',
    every((entry) => has(entry, 'title', 'slug', 'body', 'publishDay', 'views', 'featured', 'metadata')),
  ],
  ['nothing is populated by itself', '/api/articles', every((entry) => !POPULATED.some((name) => has(entry, name)))],
  [
    'one entry',
    '/api/articles/g90850hiy501bcifw8n3xnmy',
    ({ data }) => (data as Entry).documentId === 'g90850hiy501bcifw8n3xnmy',
  ],
  ['a single type', '/api/homepage', ({ data }) => has(data, 'headline')],
]

export const fields: readonly Rule[] = [
  [
    'one field, with id and documentId',
    '/api/articles?fields=title',
    every((entry) => keys(entry).join() === 'id,documentId,title'),
  ],
  [
    'several fields',
    '/api/articles?fields[0]=title&fields[1]=views',
    every((entry) => keys(entry).join() === 'id,documentId,title,views'),
  ],
  ['not what is populated', '/api/articles?fields=author', refused(400)],
]

export const populate: readonly Rule[] = [
  ['everything', '/api/articles?populate=*', every((entry) => has(entry, ...POPULATED))],
  [
    'everything is one level',
    '/api/articles?populate=*',
    every((entry) => !has(inner(entry, 'author'), 'avatar', 'articles')),
  ],
  [
    'everything has the other locales',
    '/api/articles?populate=*',
    some((entry) => items(entry, 'localizations').some(({ locale }) => locale === 'fr-FR')),
  ],
  [
    'one relation',
    '/api/articles?populate=author',
    shows('author', (author) => isObject(author) && has(author, 'id', 'documentId', 'name')),
  ],
  ['one relation, as a list', '/api/articles?populate[0]=author', shows('author', isObject)],
  [
    'related entries are direct',
    '/api/articles?populate=author',
    every((entry) => !has(inner(entry, 'author'), 'data')),
  ],
  [
    'several relations',
    '/api/articles?populate[0]=author&populate[1]=categories',
    every((entry) => has(entry, 'author', 'categories') && Array.isArray(entry.categories)),
  ],
  [
    'a relation of a relation',
    '/api/articles?populate[author][populate][0]=avatar',
    shows('author', (author) => isObject(author) && isObject(author.avatar)),
  ],
  [
    'several levels',
    '/api/articles?populate[author][populate][mentor][populate]=avatar',
    shows('author', (author) => isObject(author) && has(inner(author, 'mentor'), 'avatar')),
  ],
  [
    'a file',
    '/api/articles?populate=cover',
    shows('cover', (cover) => isObject(cover) && has(cover, ...FILE.split(' '))),
  ],
  [
    'formats of a file',
    '/api/articles?populate=cover',
    shows(
      'cover',
      (cover) => isObject(cover) && has(inner(inner(cover, 'formats'), 'thumbnail'), ...FORMAT.split(' ')),
    ),
  ],
  [
    'several files',
    '/api/articles?populate=gallery',
    shows('gallery', (gallery) => Array.isArray(gallery) && gallery.length > 0),
  ],
  [
    'a component',
    '/api/articles?populate[0]=seo',
    shows('seo', (seo) => isObject(seo) && has(seo, 'id', 'documentId', 'metaTitle')),
  ],
  [
    'a repeatable component',
    '/api/articles?populate[0]=links',
    shows('links', (links) => Array.isArray(links) && has(links[0] ?? {}, 'id', 'documentId')),
  ],
  [
    'a component in a component',
    '/api/articles?populate[0]=seo&populate[1]=seo.social',
    shows('seo', (seo) => isObject(seo) && items(seo, 'social').length > 0),
  ],
  [
    'deeper, by a path',
    '/api/articles?populate=seo.social.owner',
    shows('seo', (seo) => isObject(seo) && items(seo, 'social').some(({ owner }) => isObject(owner))),
  ],
  [
    'a dynamic zone',
    '/api/articles?populate[0]=sections',
    shows('sections', (zone) =>
      (zone as readonly Entry[]).some((item) => /^[a-z]+\.[a-z]+$/.test(text(item, '__component')) && has(item, 'id')),
    ),
  ],
  [
    'a dynamic zone, first level only',
    '/api/articles?populate[0]=sections',
    every((entry) => items(entry, 'sections').every((item) => !has(item, 'by') && !has(item, 'links'))),
  ],
  [
    'a strategy for a component',
    '/api/articles?populate[sections][on][blocks.quote][populate][by][populate][0]=avatar',
    shows('sections', (zone) => (zone as readonly Entry[]).some(({ by }) => isObject(by) && isObject(by.avatar))),
  ],
  [
    'components that are not named have nothing nested',
    '/api/articles?populate[sections][on][blocks.cta][populate]=*',
    both(
      shows('sections', (zone) => (zone as readonly Entry[]).some(({ __component }) => __component === 'blocks.quote')),
      every((entry) => items(entry, 'sections').every((item) => item.__component === 'blocks.cta' || !has(item, 'by'))),
    ),
  ],
  [
    'everything of one component',
    '/api/articles?populate[sections][on][blocks.cta][populate]=*',
    shows('sections', (zone) =>
      (zone as readonly Entry[]).some((item) => item.__component === 'blocks.cta' && has(item, 'links', 'articles')),
    ),
  ],
  ['nothing', '/api/articles?populate=', every((entry) => !POPULATED.some((name) => has(entry, name)))],
  [
    'fields of what is populated',
    '/api/articles?populate[author][fields][0]=name',
    shows('author', (author) => isObject(author) && keys(author).join() === 'id,documentId,name'),
  ],
  [
    'filters of what is populated',
    '/api/articles?populate[categories][filters][slug][$eq]=kitchen',
    both(
      every((entry) => items(entry, 'categories').every(({ slug }) => slug === 'kitchen')),
      shows('categories', (value) => (value as readonly unknown[]).length === 0),
    ),
  ],
  [
    'sort of what is populated',
    '/api/articles?populate[categories][sort][0]=name:asc',
    every((entry) =>
      isSorted(
        items(entry, 'categories').map(({ name }) => name),
        (a, b) => String(a) <= String(b),
      ),
    ),
  ],
  [
    'what the caller may not find is not populated',
    '/api/articles?fields=title&populate=memos,author',
    every((entry) => !has(entry, 'memos') && has(entry, 'author')),
  ],
  [
    'never bare ids',
    '/api/articles?fields=title&populate[author][fields]=id',
    shows('author', (author) => isObject(author) && keys(author).join() === 'id,documentId'),
  ],
  ['not who created it', '/api/articles?populate=createdBy', refused(400)],
]

export const access: readonly Rule[] = [
  ['find is allowed type by type', '/api/memos', refused(403, 'ForbiddenError')],
  ['no questions about what is not allowed', '/api/articles?filters[memos][done]=true', refused(400)],
  ['an unknown name', '/api/articles?filters[titel]=x', refused(400)],
  ['a value that does not fit', '/api/articles?filters[views][$gt]=many', refused(400)],
  ['an order that is none', '/api/articles?sort=title:up', refused(400)],
  ['no such entry', '/api/articles/nowhere', refused(404, 'NotFoundError')],
  ['no such type', '/api/letters', refused(404, 'NotFoundError')],
]
