import { commonWord, rareWord } from '../../../beyond/wanted.ts'
import type { DatabaseKind } from '../../../database/bench-databases.ts'

const fields = ['title', 'summary', 'body'] as const
const weights = { title: 4, summary: 2, body: 1 } as const

/** A hand-made index for the search: words of published articles. */
export const wordIndex = (kind: DatabaseKind): readonly string[] => {
  const texts = fields.join(', ')
  if (kind === 'sqlite')
    return [
      `create virtual table article_words using fts5(${texts}, tokenize = 'unicode61 remove_diacritics 2')`,
      `insert into article_words (rowid, ${texts}) select id, ${texts} from articles where published_at is not null`,
    ]
  const vectors = fields.map((field) => `to_tsvector('simple', coalesce(${field}, '')) as ${field}`).join(', ')
  return [
    `create table article_words as
      select id, title || summary || body as words, title, summary, body
      from (select id, ${vectors} from articles where published_at is not null) v`,
    'alter table article_words add primary key (id)',
    'create index article_words_gin on article_words using gin (words)',
    'vacuum analyze article_words',
  ]
}

/** From where, and which; `f` are the words of the article `a`. */
export type Found = {
  readonly from: string
  readonly where: string
  /** The least comes first, then by id; null: by id alone. */
  readonly rank: string | null
}

const english = `a.locale = 'en'`

export const withWord = (kind: DatabaseKind, word: string): Found =>
  kind === 'sqlite'
    ? {
        from: 'article_words f join articles a on a.id = f.rowid',
        where: `article_words match '"${word}"' and ${english}`,
        rank: null,
      }
    : {
        from: 'article_words f join articles a on a.id = f.id',
        where: `f.words @@ '${word}'::tsquery and ${english}`,
        rank: null,
      }

/** In the order that Lectern gives: on PostgreSQL, the sum of what each field is worth. */
export const byRank = (kind: DatabaseKind, word: string): Found => {
  const ranks = fields.map((field) => `${weights[field]}::float8 * ts_rank(f.${field}, '${word}'::tsquery, 1)`)
  const rank =
    kind === 'sqlite'
      ? `bm25(article_words, ${fields.map((field) => weights[field]).join(', ')})`
      : `-(${ranks.join(' + ')})`
  return { ...withWord(kind, word), rank }
}

const texts = ['title', 'slug', 'summary', 'body', 'format', 'contact_email']

/** Anywhere inside any of its texts. */
export const withSubstring = (kind: DatabaseKind, word: string): Found => ({
  from: 'articles a',
  where: `a.published_at is not null and ${english} and (${texts
    .map((text) => `a.${text} ${kind === 'sqlite' ? 'like' : 'ilike'} '%${word}%'`)
    .join(' or ')})`,
  rank: null,
})

/** By name of the query. */
export const foundFor = (kind: DatabaseKind): ReadonlyMap<string, Found> =>
  new Map([
    ['word-rare', withWord(kind, rareWord)],
    ['word-rare-inside', withSubstring(kind, rareWord)],
    ['word-common', withWord(kind, commonWord)],
    ['word-common-inside', withSubstring(kind, commonWord)],
    ['word-ranked', byRank(kind, commonWord)],
  ])
