import { type BenchQuery, queriesFor } from '../queries.ts'

export type MixedRequest = {
  readonly path: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: object
  readonly withKey: boolean
  readonly expected: number
}

const read = (path: string, expected = 200): MixedRequest => ({ path, method: 'GET', withKey: false, expected })

const withMore = ({ path }: BenchQuery, more: string): string => `${path}${path.includes('?') ? '&' : '?'}${more}`

const isPaged = ({ path }: BenchQuery): boolean => path.includes('pagination')

/** Invalid and unauthorized requests: each takes another path through the server. */
const refused: readonly MixedRequest[] = [
  read('/api/articles?filters[nothing]=1', 400),
  read('/api/articles?populate[nowhere]=true', 400),
  read('/api/articles?filters[$or]=x', 400),
  read('/api/articles/nowhere', 404),
  read('/api/nothing', 404),
]

/**
 * The request number `n` of a long series: the queries of the bench with other pages and other words each time, so that
 * most URLs are new to the server; among them mistakes, requests with a key, and writes.
 */
export const mixedRequest = (n: number, scale: number): MixedRequest => {
  const queries = queriesFor(scale)
  const query = queries[n % queries.length] ?? { name: 'list', path: '/api/articles' }
  if (n % 23 === 0) return refused[n % refused.length] ?? read('/api/nothing', 404)
  if (n % 97 === 0)
    return {
      path: '/api/reviews',
      method: 'POST',
      body: { data: { stars: n % 6, comment: `no. ${n}` } },
      withKey: true,
      expected: 201,
    }
  if (n % 19 === 0)
    return { ...read(`/api/articles?status=draft&fields[0]=title&sort=id&pagination[page]=${n % 40}1`), withKey: true }
  if (n % 3 === 0) return read(query.path)
  if (n % 3 === 1 && !isPaged(query)) return read(withMore(query, `pagination[pageSize]=${1 + (n % 50)}`))
  return read(withMore(query, `filters[id][$gt]=${n}`))
}
