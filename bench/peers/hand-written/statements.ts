import { farPage } from '../../queries.ts'
import { deepSections, linksOf, sectionsOf, seoOf, seoWithSocial } from './components.ts'
import * as fields from './fields.ts'
import * as relations from './relations.ts'
import type { Words } from './words.ts'
import { cutFirst, type HandWritten, pageSize, published } from './written.ts'

const keptTotal = (table: string, where: string): string =>
  `select sum(entries) from lectern_counts where table_name = '${table}' and ${where}`

type Wanted = {
  readonly shown?: fields.Fields
  readonly parts?: readonly relations.Part[]
  readonly where?: string
  /** The same condition in a form that is faster when all rows are read. */
  readonly counted?: string
  readonly order?: string
  readonly page?: number
}

const articles = (query: string, words: Words, wanted: Wanted): HandWritten => {
  const { shown = fields.article, parts = [], where = published, counted = where, order = 'id', page = 1 } = wanted
  const object = words.object([shown(words, 'a'), ...parts.map((part) => part(words, 'a'))].join(', '))
  const cut = `select id from articles where ${where} order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}`
  const sameOrder = order.replaceAll(/(\w+)( desc)?(,|$)/g, 'a.$1$2$3')
  return {
    query,
    rows: cutFirst(object, cut, sameOrder),
    total: `select count(*) from articles where ${counted}`,
    keptTotal:
      where === published
        ? keptTotal('articles', `published = 1 and locale = 'en'`)
        : `select count(*) from articles where ${counted}`,
    page,
  }
}

const reviews = (query: string, words: Words): HandWritten => {
  const article = relations.articleOf(relations.authorOf(fields.authorName))(words, 'r')
  return {
    query,
    rows: `select ${words.object(`${fields.review(words, 'r')}, ${article}`)}
      from (select * from reviews order by id limit ${pageSize}) r order by r.id`,
    total: 'select count(*) from reviews',
    keptTotal: keptTotal('reviews', 'true'),
    page: 1,
  }
}

const hasAuthor = ({ contains }: Words, word: string): string => `exists (
  select 1 from articles_author_lnk l join authors u on u.id = l.author_id
  where l.article_id = articles.id and ${contains('u.name', word)} and u.published_at is not null)`

const isByAuthor = ({ contains }: Words, word: string): string => `id in (
  select l.article_id from authors u join articles_author_lnk l on l.author_id = u.id
  where ${contains('u.name', word)} and u.published_at is not null)`

const hasCategory = (weight: number): string => `exists (
  select 1 from articles_categories_lnk l join categories c on c.id = l.category_id
  where l.article_id = articles.id and c.weight > ${weight})`

const avatar = relations.fileOf('api::author.author', 'avatar')
const cover = relations.fileOf('api::article.article', 'cover')
const gallery = relations.filesOf('api::article.article', 'gallery')

const everything: readonly relations.Part[] = [
  ...[relations.authorOf(fields.author), relations.categoriesOf(fields.category), relations.tagsOf],
  ...[relations.relatedOf, relations.relatedFromOf, relations.reviewsOf, relations.localizationsOf],
  ...[seoOf, linksOf, sectionsOf, cover, gallery],
]

const deep: readonly relations.Part[] = [
  ...[relations.authorOf(fields.author, avatar), relations.categoriesOf(fields.category)],
  ...[seoWithSocial, deepSections],
]

const names: readonly relations.Part[] = [
  relations.authorOf(fields.authorName),
  relations.categoriesOf(fields.categoryName),
]

/** Hand-written SQL for each query of the bench. */
export const statements = (words: Words, scale: number): readonly HandWritten[] => {
  const { isTrue, contains } = words
  const popular = `${published} and views > 1000 and ${isTrue('featured')}`
  const either = `${published} and (${contains('title', 'Sure')} or ${hasAuthor(words, 'Canyon')})`
  const both = {
    where: `${published} and ${hasAuthor(words, 'Canyon')} and ${hasCategory(50)}`,
    counted: `${published} and ${isByAuthor(words, 'Canyon')} and ${hasCategory(50)}`,
  }
  return [
    articles('list', words, {}),
    articles('two-fields', words, { shown: fields.articleTitleAndViews }),
    articles('filter-sort', words, { where: popular, order: 'publish_day desc, score, id' }),
    articles('populate-all', words, { parts: everything }),
    articles('two-relations', words, { parts: names }),
    articles('deep-populate', words, { parts: deep }),
    articles('filter-relations', words, both),
    articles('or-relation', words, { where: either }),
    articles('far-page', words, { order: 'title, id', page: farPage(scale) }),
    reviews('reviews', words),
  ]
}
