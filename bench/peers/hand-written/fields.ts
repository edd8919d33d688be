import type { Words } from './words.ts'

/** The fields of a row `r`, as the arguments of an object. */
export type Fields = (words: Words, r: string) => string

const entry = (r: string): string => `'id', ${r}.id, 'documentId', ${r}.document_id`

const dates = ({ dateTime }: Words, r: string): string => `'createdAt', ${dateTime(`${r}.created_at`)},
  'updatedAt', ${dateTime(`${r}.updated_at`)}, 'publishedAt', ${dateTime(`${r}.published_at`)}`

export const articleTitle: Fields = (_, r) => `${entry(r)}, 'title', ${r}.title`

export const articleTitleAndViews: Fields = (words, r) => `${articleTitle(words, r)}, 'views', ${r}.views`

export const article: Fields = (words, r) => `${articleTitle(words, r)}, 'slug', ${r}.slug, 'summary', ${r}.summary,
  'body', ${r}.body, 'content', ${words.json(`${r}.content`)}, 'format', ${r}.format, 'rating', ${r}.rating,
  'score', ${r}.score, 'views', ${r}.views, 'impressions', ${words.text(`${r}.impressions`)},
  'featured', ${words.boolean(`${r}.featured`)}, 'publishDay', ${r}.publish_day,
  'openTime', ${words.time(`${r}.open_time`)}, 'eventAt', ${words.dateTime(`${r}.event_at`)},
  'stampedAt', ${words.stamp(`${r}.stamped_at`)}, 'metadata', ${words.json(`${r}.metadata`)},
  'contactEmail', ${r}.contact_email, ${dates(words, r)}, 'locale', ${r}.locale`

export const authorName: Fields = (_, r) => `${entry(r)}, 'name', ${r}.name`

export const author: Fields = (words, r) => `${authorName(words, r)}, 'bio', ${r}.bio, 'born', ${r}.born,
  'followers', ${r}.followers, ${dates(words, r)}`

export const categoryName: Fields = (_, r) => `${entry(r)}, 'name', ${r}.name`

export const category: Fields = (words, r) => `${categoryName(words, r)}, 'slug', ${r}.slug, 'weight', ${r}.weight,
  ${dates(words, r)}, 'locale', ${r}.locale`

export const tag: Fields = (words, r) =>
  `${entry(r)}, 'label', ${r}.label, 'color', ${r}.color, 'priority', ${r}.priority, ${dates(words, r)}`

export const review: Fields = (words, r) => `${entry(r)}, 'stars', ${r}.stars, 'comment', ${r}.comment,
  'approved', ${words.boolean(`${r}.approved`)}, ${dates(words, r)}`

export const file: Fields = (words, r) => `${entry(r)}, 'name', ${r}.name, 'alternativeText', ${r}.alternative_text,
  'caption', ${r}.caption, 'focalPoint', ${words.json(`${r}.focal_point`)}, 'width', ${r}.width, 'height', ${r}.height,
  'formats', ${words.json(`${r}.formats`)}, 'hash', ${r}.hash, 'ext', ${r}.ext, 'mime', ${r}.mime, 'size', ${r}.size,
  'url', ${r}.url, 'previewUrl', ${r}.preview_url, 'provider', ${r}.provider,
  'provider_metadata', ${words.json(`${r}.provider_metadata`)}, ${dates(words, r)}`

export const link: Fields = (words, r) =>
  `'id', ${r}.id, 'label', ${r}.label, 'url', ${r}.url, 'external', ${words.boolean(`${r}.external`)}`

export const seo: Fields = (_, r) =>
  `'id', ${r}.id, 'metaTitle', ${r}.meta_title, 'metaDescription', ${r}.meta_description, 'keywords', ${r}.keywords`

export const social: Fields = (_, r) => `'id', ${r}.id, 'network', ${r}.network, 'handle', ${r}.handle`
