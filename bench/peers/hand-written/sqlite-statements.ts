import { farPage } from '../../queries.ts'
import { type HandWritten, pageSize } from './written.ts'

const dateTime = (column: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`
const boolean = (column: string): string => `json(iif(${column}, 'true', iif(${column} is null, 'null', 'false')))`

const articleFields = `'id', a.id, 'documentId', a.document_id, 'title', a.title, 'slug', a.slug, 'summary', a.summary,
  'body', a.body, 'content', json(a.content), 'format', a.format, 'rating', a.rating, 'score', a.score,
  'views', a.views, 'impressions', cast(a.impressions as text), 'featured', ${boolean('a.featured')},
  'publishDay', a.publish_day, 'openTime', a.open_time, 'eventAt', ${dateTime('a.event_at')},
  'stampedAt', cast(a.stamped_at as text), 'metadata', json(a.metadata), 'contactEmail', a.contact_email,
  'createdAt', ${dateTime('a.created_at')}, 'updatedAt', ${dateTime('a.updated_at')},
  'publishedAt', ${dateTime('a.published_at')}, 'locale', a.locale`

const authorName = `'author', json((
  select json_object('id', u.id, 'documentId', u.document_id, 'name', u.name)
  from articles_author_lnk l join authors u on u.id = l.author_id
  where l.article_id = a.id and u.published_at is not null))`

const categoryNames = `'categories', json((
  select json_group_array(json_object('id', c.id, 'documentId', c.document_id, 'name', c.name) order by l.category_ord)
  from articles_categories_lnk l join categories c on c.id = l.category_id
  where l.article_id = a.id))`

const reviewArticle = `'article', json((
  select json_object(${articleFields}, ${authorName})
  from reviews_article_lnk l join articles a on a.id = l.article_id
  where l.review_id = r.id and a.published_at is not null))`

const reviewFields = `'id', r.id, 'documentId', r.document_id, 'stars', r.stars, 'comment', r.comment,
  'approved', ${boolean('r.approved')}, 'createdAt', ${dateTime('r.created_at')},
  'updatedAt', ${dateTime('r.updated_at')}, 'publishedAt', ${dateTime('r.published_at')}`

const published = `published_at is not null and locale = 'en'`
const wanted = `${published} and views > 1000 and featured = 1`
const totalPublished = `select count(*) from articles where ${published}`

const firstArticles = (fields: string): string =>
  `select json_object(${fields}) from articles a where ${published} order by a.id limit ${pageSize}`

// The page is cut on ids alone, so that JSON is made for 25 rows and not for all that are sorted.
const sortedArticles = (where: string, order: string, offset: number): string => `
  select json_object(${articleFields})
  from (select id from articles where ${where} order by ${order}, id limit ${pageSize} offset ${offset}) p
  join articles a on a.id = p.id order by ${order}, a.id`

export const sqliteStatements = (scale: number): readonly HandWritten[] => [
  { query: 'list', rows: firstArticles(articleFields), total: totalPublished, page: 1 },
  {
    query: 'two-fields',
    rows: firstArticles(`'id', a.id, 'documentId', a.document_id, 'title', a.title, 'views', a.views`),
    total: totalPublished,
    page: 1,
  },
  {
    query: 'filter-sort',
    rows: sortedArticles(wanted, 'publish_day desc, score', 0),
    total: `select count(*) from articles where ${wanted}`,
    page: 1,
  },
  {
    query: 'two-relations',
    rows: firstArticles(`${articleFields}, ${authorName}, ${categoryNames}`),
    total: totalPublished,
    page: 1,
  },
  {
    query: 'far-page',
    rows: sortedArticles(published, 'title', (farPage(scale) - 1) * pageSize),
    total: totalPublished,
    page: farPage(scale),
  },
  {
    query: 'reviews',
    rows: `select json_object(${reviewFields}, ${reviewArticle}) from reviews r order by r.id limit ${pageSize}`,
    total: 'select count(*) from reviews',
    page: 1,
  },
]
