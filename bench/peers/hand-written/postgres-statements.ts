import { farPage } from '../../queries.ts'
import { type HandWritten, pageSize } from './written.ts'

const dateTime = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

// A text in a JSON column is parsed once more when it is shown, as Strapi does; the fixture holds none in these.
const articleFields = `'id', a.id, 'documentId', a.document_id, 'title', a.title, 'slug', a.slug, 'summary', a.summary,
  'body', a.body, 'content', a.content, 'format', a.format, 'rating', a.rating, 'score', a.score,
  'views', a.views, 'impressions', a.impressions::text, 'featured', a.featured,
  'publishDay', a.publish_day, 'openTime', to_char(a.open_time, 'HH24:MI:SS.MS'), 'eventAt', ${dateTime('a.event_at')},
  'stampedAt', floor(extract(epoch from a.stamped_at) * 1000)::bigint::text, 'metadata', a.metadata,
  'contactEmail', a.contact_email, 'createdAt', ${dateTime('a.created_at')}, 'updatedAt', ${dateTime('a.updated_at')},
  'publishedAt', ${dateTime('a.published_at')}, 'locale', a.locale`

const authorName = `'author', (
  select json_build_object('id', u.id, 'documentId', u.document_id, 'name', u.name)
  from articles_author_lnk l join authors u on u.id = l.author_id
  where l.article_id = a.id and u.published_at is not null)`

const categoryNames = `'categories', (
  select coalesce(json_agg(json_build_object('id', c.id, 'documentId', c.document_id, 'name', c.name)
    order by l.category_ord), '[]')
  from articles_categories_lnk l join categories c on c.id = l.category_id
  where l.article_id = a.id)`

const reviewArticle = `'article', (
  select json_build_object(${articleFields}, ${authorName})
  from reviews_article_lnk l join articles a on a.id = l.article_id
  where l.review_id = r.id and a.published_at is not null)`

const reviewFields = `'id', r.id, 'documentId', r.document_id, 'stars', r.stars, 'comment', r.comment,
  'approved', r.approved, 'createdAt', ${dateTime('r.created_at')},
  'updatedAt', ${dateTime('r.updated_at')}, 'publishedAt', ${dateTime('r.published_at')}`

const published = `published_at is not null and locale = 'en'`
const wanted = `${published} and views > 1000 and featured`
const totalPublished = `select count(*) from articles where ${published}`

// The page is cut on ids alone, so that JSON is made for 25 rows and not for all that are sorted.
const articles = (fields: string, where: string, order: string, offset = 0): string => `
  select json_build_object(${fields})
  from (select id from articles where ${where} order by ${order} limit ${pageSize} offset ${offset}) p
  join articles a on a.id = p.id order by ${order.replaceAll(/(\w+)( desc)?(,|$)/g, 'a.$1$2$3')}`

export const postgresStatements = (scale: number): readonly HandWritten[] => [
  { query: 'list', rows: articles(articleFields, published, 'id'), total: totalPublished, page: 1 },
  {
    query: 'two-fields',
    rows: articles(`'id', a.id, 'documentId', a.document_id, 'title', a.title, 'views', a.views`, published, 'id'),
    total: totalPublished,
    page: 1,
  },
  {
    query: 'filter-sort',
    rows: articles(articleFields, wanted, 'publish_day desc, score, id'),
    total: `select count(*) from articles where ${wanted}`,
    page: 1,
  },
  {
    query: 'two-relations',
    rows: articles(`${articleFields}, ${authorName}, ${categoryNames}`, published, 'id'),
    total: totalPublished,
    page: 1,
  },
  {
    query: 'far-page',
    rows: articles(articleFields, published, 'title, id', (farPage(scale) - 1) * pageSize),
    total: totalPublished,
    page: farPage(scale),
  },
  {
    query: 'reviews',
    rows: `select json_build_object(${reviewFields}, ${reviewArticle})
      from (select * from reviews order by id limit ${pageSize}) r order by r.id`,
    total: 'select count(*) from reviews',
    page: 1,
  },
]
