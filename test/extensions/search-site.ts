/** A project with search on the title and body of articles, but not on their secret. */

import { openProject } from '../../src/index.ts'
import type { SearchTerm } from '../../src/parse/parse-search.ts'
import { wordsIn } from '../../src/vocabulary/words.ts'
import { type Asker, askerOf, type Entry } from '../support/ask.ts'
import { type DatabaseKind, type Prepared, prepareSite, askerOf as writerOf } from '../writes/site.ts'

export const SEARCH_SPEC = {
  types: {
    article: {
      draftAndPublish: true,
      attributes: {
        title: { type: 'string' },
        body: { type: 'text' },
        summary: { type: 'text' },
        format: { type: 'enumeration', enum: ['essay', 'news'] },
        views: { type: 'integer' },
        secret: { type: 'string', private: true },
        author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
      },
    },
    author: { attributes: { name: { type: 'string' } } },
    note: { attributes: { text: { type: 'string' } } },
  },
  config: {
    api: {
      rest: { maxLimit: 1000, defaultLimit: 1000 },
      search: { 'api::article.article': { title: 4, body: 1 }, 'api::author.author': { name: 1 } },
    },
  },
} as const

export interface SearchSite extends Asker, Pick<Prepared, 'folder' | 'database' | 'sql'> {
  readonly writes: ReturnType<typeof writerOf>
  readonly fetch: (path: string) => Promise<Response>
  close(): Promise<void>
}

export async function openSearchSite(kind: DatabaseKind): Promise<SearchSite> {
  const { folder, database, sql, remove } = await prepareSite(kind, SEARCH_SPEC)
  const lectern = await openProject({
    project: folder,
    database,
    env: {},
    extensions: ['search', 'cursors', 'aggregates'],
  })
  const close = async () => {
    await lectern.close()
    await remove()
  }
  const writes = writerOf((path, init) => lectern.fetch(path, init))
  return { ...askerOf(lectern), folder, database, sql, writes, fetch: (path) => lectern.fetch(path), close }
}

export interface Match {
  readonly id: number
  readonly score?: number
  readonly highlights?: Readonly<Record<string, readonly string[]>>
}

export async function matchesOf(ask: Asker, query: string): Promise<readonly Match[]> {
  const { data, meta } = await ask.body(`/api/articles?${query}`)
  const { matches } = meta as unknown as { matches: readonly Match[] }
  if (matches.map(({ id }) => id).join() !== data.map(({ id }) => id).join())
    throw new Error('matches in another order')
  return matches
}

/** Evaluates a search on the texts of an entry. */
export function isFound(terms: readonly SearchTerm[], entry: Entry, fields: readonly string[]): boolean {
  const texts = fields.map((name) => wordsIn(String(entry[name] ?? '')).map(({ folded }) => folded))
  return terms.every((term) => texts.some((words) => hasTerm(words, term)) !== term.excluded)
}

function hasTerm(words: readonly string[], { words: sought, prefix }: SearchTerm): boolean {
  return words.some((_, at) =>
    sought.every((word, index) => {
      const here = words[at + index]
      return prefix && index === sought.length - 1 ? here?.startsWith(word) === true : here === word
    }),
  )
}
