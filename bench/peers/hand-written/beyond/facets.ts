import type { RunStatement } from '../run-statement.ts'
import type { Words } from '../words.ts'

const mostValues = 20

const mostFrequent = (
  words: Words,
  value: string,
  from: string,
): string => `select ${words.object(`'value', v, 'count', n`)}
  from (select ${value} v, count(*) n ${from} and ${value} is not null group by ${value}) f
  order by n desc, v limit ${mostValues + 1}`

const facetOf = (rows: readonly unknown[]) => ({
  values: rows.slice(0, mostValues).map((row) => JSON.parse(String(row)) as unknown),
  more: rows.length > mostValues,
})

/** How many of the articles there are of each format and in each category. A category has one slug, and no other has it. */
export const facetsBesidePage = async (words: Words, where: string, run: RunStatement) => {
  const categories = `from articles a join articles_categories_lnk l on l.article_id = a.id
    join categories c on c.id = l.category_id where ${where.replaceAll(/(published_at|locale|views)/g, 'a.$1')}`
  return {
    format: facetOf(await run(mostFrequent(words, 'format', `from articles where ${where}`))),
    'categories.slug': facetOf(await run(mostFrequent(words, 'c.slug', categories))),
  }
}
