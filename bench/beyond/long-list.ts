import type { BenchDatabases, DatabaseKind } from '../database/bench-databases.ts'

/** Number of reviews added to the newest article. */
const reviews = 10_000

const minutesLater: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 's.created_at + n.i * 60000',
  postgres: `s.created_at + n.i * interval '1 minute'`,
}

const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${reviews})`

const addReviews = (kind: DatabaseKind): string => `insert into reviews
  (id, document_id, stars, comment, approved, created_at, updated_at, published_at)
  ${numbers} select (select max(id) from reviews) + n.i, 'manyreviews' || (1000000000000 + n.i), 1 + n.i % 5, s.comment,
    s.approved, ${minutesLater[kind]}, s.updated_at, s.published_at
  from n cross join (select * from reviews where approved is true order by id limit 1) s`

const linkReviews = `insert into reviews_article_lnk (id, review_id, article_id, review_ord)
  select (select max(id) from reviews_article_lnk) + r.id - (select min(id) - 1 from reviews where document_id like 'manyreviews%'),
    r.id, (select max(id) from articles where published_at is not null and locale = 'en'),
    100 + r.id - (select min(id) from reviews where document_id like 'manyreviews%')
  from reviews r where r.document_id like 'manyreviews%'`

/** One article with far more reviews than a page shows. */
export const addLongList = async (databases: BenchDatabases, database: string): Promise<void> => {
  await databases.execute(database, [addReviews(databases.kind), linkReviews])
  if (databases.kind === 'postgres') {
    await databases.execute(database, ['vacuum analyze reviews', 'vacuum analyze reviews_article_lnk'])
  }
}
