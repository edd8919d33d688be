import { countCap, leastReviews, leastViews, soughtWord } from '../../../beyond/wanted.ts'
import type { DatabaseKind } from '../../../database/bench-databases.ts'
import { farPage } from '../../../queries.ts'
import * as fields from '../fields.ts'
import { wordsFor } from '../hand-written.ts'
import type { RunStatement } from '../run-statement.ts'
import type { Words } from '../words.ts'
import { cutFirst, pageSize, published } from '../written.ts'
import { cursorPage, offsetPage } from './cursor-pages.ts'
import { deepReviews } from './deep-reviews.ts'
import { facetsBesidePage } from './facets.ts'
import { type Found, foundFor } from './found-words.ts'
import { newestWithReviews, newestWithTotals } from './nested-pages.ts'

/** A hand-written answer to one query: runs statements, and combines their results. */
export type BeyondAnswer = (run: RunStatement) => Promise<string>

const page = (rows: readonly unknown[], meta: object): string =>
  `{"data":[${rows.join(',')}],"meta":${JSON.stringify(meta)}}`

const totalOf = async (run: RunStatement, text: string): Promise<number> => Number((await run(text))[0])

const listOf = (words: Words, where: string): string => {
  const cut = `select id from articles where ${where} order by id limit ${pageSize}`
  return cutFirst(words.object(fields.article(words, 'a')), cut, 'a.id')
}

const counted = (total: number) => ({ page: 1, pageSize, pageCount: Math.ceil(total / pageSize), total })

/** `counting`: the same condition in a form that is faster when all rows are read. */
const filtered =
  (words: Words, where: string, counting: string = where): BeyondAnswer =>
  async (run) => {
    const total = await totalOf(run, `select count(*) from articles where ${counting}`)
    return page(await run(listOf(words, where)), { pagination: counted(total) })
  }

const capped =
  (words: Words, where: string): BeyondAnswer =>
  async (run) => {
    const text = `select count(*) from (select 1 from articles where ${where} limit ${countCap + 1}) n`
    const found = await totalOf(run, text)
    const pagination = counted(Math.min(found, countCap))
    return page(await run(listOf(words, where)), {
      pagination: { ...pagination, totalIs: found > countCap ? 'atLeast' : 'exact' },
    })
  }

const uncounted =
  (text: string): BeyondAnswer =>
  async (run) =>
    page(await run(text), { pagination: { page: 1, pageSize } })

const deep =
  (words: Words): BeyondAnswer =>
  async (run) => {
    const total = await totalOf(run, 'select count(*) from reviews')
    return page(await run(deepReviews(words)), { pagination: counted(total) })
  }

const facets =
  (words: Words): BeyondAnswer =>
  async (run) => {
    const where = `${published} and views > ${leastViews}`
    const total = await totalOf(run, `select count(*) from articles where ${where}`)
    const found = await facetsBesidePage(words, where, run)
    return page(await run(listOf(words, where)), { pagination: counted(total), facets: found })
  }

const found =
  (words: Words, { from, where, rank }: Found): BeyondAnswer =>
  async (run) => {
    const total = await totalOf(run, `select count(*) from ${from} where ${where}`)
    const ids = rank === null ? 'a.id' : `a.id, ${rank} as rank`
    const cut = `select ${ids} from ${from} where ${where} order by ${rank === null ? '' : 'rank, '}a.id limit ${pageSize}`
    const rows = cutFirst(words.object(fields.article(words, 'a')), cut, `${rank === null ? '' : 'p.rank, '}a.id`)
    return page(await run(rows), { pagination: counted(total) })
  }

const unapproved = `from reviews_article_lnk l join reviews r on r.id = l.review_id
  where l.article_id = articles.id and r.approved is not true`
const noneUnapproved = `${published} and not exists (select 1 ${unapproved})`
const withReviews = `${published} and (
  select count(*) from reviews_article_lnk l where l.article_id = articles.id) >= ${leastReviews}`
const countedWithReviews = `${published} and id in (
  select article_id from reviews_article_lnk group by article_id having count(*) >= ${leastReviews})`

/** By name of the query. */
export const beyondAnswers = (kind: DatabaseKind, scale: number): ReadonlyMap<string, BeyondAnswer> => {
  const words = wordsFor(kind)
  const withWord = `${published} and ${words.contains('summary', soughtWord)}`
  return new Map([
    ['nested-page', uncounted(newestWithReviews(words))],
    ['nested-newest', uncounted(newestWithTotals(words))],
    ['every', filtered(words, noneUnapproved)],
    ['count', filtered(words, withReviews, countedWithReviews)],
    ['deep-3', deep(words)],
    ['facets', facets(words)],
    ['cursor-first', cursorPage(words, 1)],
    ['cursor-far', cursorPage(words, farPage(scale))],
    ['offset-far', offsetPage(words, farPage(scale))],
    ['total-exact', filtered(words, withWord)],
    ['total-capped', capped(words, withWord)],
    ...[...foundFor(kind)].map(([name, one]) => [name, found(words, one)] as const),
  ])
}
