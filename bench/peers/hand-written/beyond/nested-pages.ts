import { reviewsWanted } from '../../../beyond/wanted.ts'
import * as fields from '../fields.ts'
import type { Words } from '../words.ts'
import { cutFirst, pageSize, published } from '../written.ts'

const newest = `select id from articles where ${published} order by id desc limit ${pageSize}`

const stars: fields.Fields = (_, r) => `'id', ${r}.id, 'documentId', ${r}.document_id, 'stars', ${r}.stars`

const reviewsOf = (words: Words, order: string, outerOrder: string): string => {
  const some = `select l.review_ord, r.* from reviews_article_lnk l join reviews r on r.id = l.review_id
    where l.article_id = a.id order by ${order} limit ${reviewsWanted}`
  return words.list(words.object(stars(words, 's')), `from (${some}) s`, outerOrder)
}

const withReviews = (words: Words, reviews: string): string =>
  cutFirst(words.object(`${fields.articleTitle(words, 'a')}, 'reviews', ${reviews}`), newest, 'a.id desc')

/** The first of each, in the order that editors chose. */
export const newestWithReviews = (words: Words): string =>
  withReviews(words, reviewsOf(words, 'l.review_ord', 's.review_ord'))

/** The latest of each, and how many there are. */
export const newestWithTotals = (words: Words): string => {
  const reviews = reviewsOf(words, 'r.created_at desc, r.id', 's.created_at desc, s.id')
  const total = `(select count(*) from reviews_article_lnk c where c.article_id = a.id)`
  const pagination = words.object(`'start', 0, 'limit', ${reviewsWanted}, 'total', ${total}`)
  const meta = words.object(`'pagination', ${pagination}`)
  return withReviews(words, words.object(`'data', ${reviews}, 'meta', ${meta}`))
}
