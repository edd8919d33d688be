import type { BenchDatabases } from '../database/bench-databases.ts'
import type { BeyondQuery, QueryGroup } from './beyond-query.ts'
import { sameRequest } from './plain-requests.ts'
import { commonWord, rareWord } from './wanted.ts'

/** Searched fields of an article, with their weights: `search` in `config/api`. */
export const searchSettings = { 'api::article.article': { title: 4, summary: 2, body: 1 } } as const

const rareIds = { of: 10, below: 4_000_000, every: 100_000 }

/** Written into one article of each of the first forty copies: typical searches are for rare words. */
export const addRareWord = (databases: BenchDatabases, database: string): Promise<void> =>
  databases.execute(database, [rareWordStatement])

export const rareWordStatement = `update articles set summary = summary || ' ${rareWord}'
  where id < ${rareIds.below} and id % ${rareIds.every} = ${rareIds.of}`

const substring = (word: string): string => `/api/articles?_q=${word}&sort=id`

/** A word that is not part of another one and in no other field, so that a substring search finds the same. */
const byWord = (name: string, word: string): QueryGroup => [
  {
    name,
    path: `/api/articles?_q[text]=${word}&sort=id`,
    plain: sameRequest(substring(word)),
    same: substring(word),
    searched: true,
  },
  { name: `${name}-inside`, path: substring(word), plain: sameRequest(substring(word)), searched: true },
]

/** Strapi cannot sort by relevance, and a client cannot compute it. */
const ranked: BeyondQuery = {
  name: 'word-ranked',
  path: `/api/articles?_q[text]=${commonWord}`,
  plain: null,
  searched: true,
}

export const searchGroups: readonly QueryGroup[] = [
  byWord('word-rare', rareWord),
  byWord('word-common', commonWord),
  [ranked],
]
