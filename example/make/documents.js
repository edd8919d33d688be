/** The content as documents: each with its versions, one for each locale and status that it has. */

import { FIRST_ARTICLES } from './content/articles-1.js'
import { SECOND_ARTICLES } from './content/articles-2.js'
import { THIRD_ARTICLES } from './content/articles-3.js'
import { FOURTH_ARTICLES } from './content/articles-4.js'
import { AUTHORS } from './content/authors.js'
import { CATEGORIES } from './content/categories.js'
import { HOMEPAGE } from './content/homepage.js'
import { MEMOS } from './content/memos.js'
import { REVIEWS } from './content/reviews.js'
import { TAGS } from './content/tags.js'

const FRENCH = 'fr-FR'
const DAY = 24 * 60 * 60 * 1000

/** A moment some days and minutes after another. */
const after = (moment, days, minutes = 0) => new Date(Date.parse(moment) + days * DAY + minutes * 60_000).toISOString()

/** When the first of everything was written. */
export const BEGINNING = '2024-12-02T09:00:00.000Z'

export function documents() {
  return [
    ...[...FIRST_ARTICLES, ...SECOND_ARTICLES, ...THIRD_ARTICLES, ...FOURTH_ARTICLES].map(article),
    ...AUTHORS.map(author),
    ...CATEGORIES.map(category),
    ...TAGS.map(({ key, ...data }, index) => plain('tag', key, data, index)),
    ...REVIEWS.map(review),
    homepage(),
    ...MEMOS.map(({ key, ...data }, index) => plain('memo', key, data, index)),
  ]
}

function article({ key, published = true, frenchIsDraft = false, en, fr, draft, ...shared }, index) {
  const day = after(`${shared.publishDay ?? '2025-06-02'}T06:00:00.000Z`, 0)
  const english = drafted('en', { ...shared, ...en }, { written: after(day, -7, 180 + index), day, published })
  const french =
    fr &&
    drafted(
      FRENCH,
      { ...shared, ...fr },
      { written: after(day, -2, 240 + index), day: after(day, 1), published: !frenchIsDraft },
    )
  const changed = draft === undefined ? english : modify(english, draft, after(day, 3, 95))
  return { type: 'api::article.article', key, versions: [...changed, ...(french ?? [])] }
}

/** Draft first: that is the order in which they come into being. */
function drafted(locale, data, { written, day, published }) {
  const version = { locale, data, createdAt: written, updatedAt: after(written, 1, 47) }
  const draft = { ...version, status: 'draft', publishedAt: null }
  return published ? [draft, { ...version, status: 'published', publishedAt: day }] : [draft]
}

function modify([draft, ...others], changes, updatedAt) {
  return [{ ...draft, data: { ...draft.data, ...changes }, updatedAt }, ...others]
}

function author({ key, published = true, ...data }, index) {
  const written = after(BEGINNING, 1, index)
  return {
    type: 'api::author.author',
    key,
    versions: drafted(null, data, { written, day: after(written, 2), published }),
  }
}

function category({ key, en, fr, ...shared }, index) {
  const version = (locale, [name, slug], days) => ({
    locale,
    status: null,
    data: { ...shared, name, slug },
    ...at(days, index),
  })
  return { type: 'api::category.category', key, versions: [version('en', en, 2), version(FRENCH, fr, 3)] }
}

function review([stars, comment, about, reviewer, approved], index) {
  return plain(
    'review',
    `review ${index + 1}`,
    { stars, comment, approved, article: about, reviewer },
    45 * 24 * 60 + index * 4_337,
  )
}

function homepage() {
  const { en, fr, ...shared } = HOMEPAGE
  const written = after(BEGINNING, 30)
  const version = (locale, data) =>
    drafted(locale, { ...shared, ...data }, { written, day: after(written, 3), published: true })
  return { type: 'api::homepage.homepage', key: 'homepage', versions: [...version('en', en), ...version(FRENCH, fr)] }
}

/** Without drafts and locales. */
function plain(name, key, data, minutes) {
  return { type: `api::${name}.${name}`, key, versions: [{ locale: null, status: null, data, ...at(4, minutes) }] }
}

/** An entry without drafts counts as published from the start. */
function at(days, minutes) {
  const moment = after(BEGINNING, days, minutes)
  return { createdAt: moment, updatedAt: moment, publishedAt: moment }
}
