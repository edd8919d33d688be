import * as fields from './fields.ts'
import type { Words } from './words.ts'

/** One populated attribute of the row `of`, as a name and a value in the arguments of an object. */
export type Part = (words: Words, of: string) => string

const named = (name: string, value: string): string => `'${name}', ${value}`

/** The author of an article or a component; `more` is populated in the author. */
export const authorOf =
  (shown: fields.Fields, ...more: readonly Part[]): Part =>
  (words, of) => {
    const object = words.object([shown(words, 'u'), ...more.map((part) => part(words, 'u'))].join(', '))
    const rest = `from articles_author_lnk l join authors u on u.id = l.author_id`
    return named(
      'author',
      words.one(`select ${object} ${rest} where l.article_id = ${of}.id and u.published_at is not null`),
    )
  }

const authorObject = (words: Words, alias: string, more: readonly Part[]): string =>
  words.object([fields.author(words, alias), ...more.map((part) => part(words, alias))].join(', '))

export const mentorOf =
  (...more: readonly Part[]): Part =>
  (words, of) => {
    const rest = `from authors_mentor_lnk wl join authors w on w.id = wl.inv_author_id
      where wl.author_id = ${of}.id and w.published_at is not null`
    return named('mentor', words.one(`select ${authorObject(words, 'w', more)} ${rest}`))
  }

export const menteesOf =
  (...more: readonly Part[]): Part =>
  (words, of) => {
    const rest = `from authors_mentor_lnk el join authors e on e.id = el.author_id
      where el.inv_author_id = ${of}.id and e.published_at is not null`
    return named('mentees', words.list(authorObject(words, 'e', more), rest, 'el.author_ord'))
  }

export const categoriesOf =
  (shown: fields.Fields): Part =>
  (words, of) => {
    const rest = `from articles_categories_lnk l join categories c on c.id = l.category_id where l.article_id = ${of}.id`
    return named('categories', words.list(words.object(shown(words, 'c')), rest, 'l.category_ord'))
  }

export const tagsOf: Part = (words, of) => {
  const rest = `from articles_tags_lnk l join tags t on t.id = l.tag_id where l.article_id = ${of}.id`
  return named('tags', words.list(words.object(fields.tag(words, 't')), rest, 'l.tag_ord'))
}

export const relatedOf: Part = (words, of) => {
  const rest = `from articles_related_lnk l join articles r on r.id = l.inv_article_id
    where l.article_id = ${of}.id and r.published_at is not null`
  return named('related', words.list(words.object(fields.article(words, 'r')), rest, 'l.article_ord'))
}

export const relatedFromOf: Part = (words, of) => {
  const rest = `from articles_related_lnk l join articles r on r.id = l.article_id
    where l.inv_article_id = ${of}.id and r.published_at is not null`
  return named('relatedFrom', words.list(words.object(fields.article(words, 'r')), rest, 'l.inv_article_ord'))
}

export const reviewsOf: Part = (words, of) => {
  const rest = `from reviews_article_lnk l join reviews r on r.id = l.review_id where l.article_id = ${of}.id`
  return named('reviews', words.list(words.object(fields.review(words, 'r')), rest, 'l.review_ord'))
}

export const localizationsOf: Part = (words, of) => {
  const rest = `from articles o where o.document_id = ${of}.document_id and o.locale <> ${of}.locale
    and o.published_at is not null`
  return named('localizations', words.list(words.object(fields.article(words, 'o')), rest, 'o.id'))
}

export const articleOf =
  (...more: readonly Part[]): Part =>
  (words, of) => {
    const object = words.object([fields.article(words, 'a'), ...more.map((part) => part(words, 'a'))].join(', '))
    const rest = `from reviews_article_lnk l join articles a on a.id = l.article_id`
    return named(
      'article',
      words.one(`select ${object} ${rest} where l.review_id = ${of}.id and a.published_at is not null`),
    )
  }

const files = (
  type: string,
  field: string,
  of: string,
): string => `from files_related_mph m join files f on f.id = m.file_id
  where m.related_id = ${of}.id and m.related_type = '${type}' and m.field = '${field}'`

export const fileOf =
  (type: string, field: string): Part =>
  (words, of) =>
    named(
      field,
      words.one(`select ${words.object(fields.file(words, 'f'))} ${files(type, field, of)} order by m."order" limit 1`),
    )

export const filesOf =
  (type: string, field: string): Part =>
  (words, of) =>
    named(field, words.list(words.object(fields.file(words, 'f')), files(type, field, of), 'm."order"'))
