import { farPage } from '../queries.ts'
import type { BeyondQuery, QueryGroup } from './beyond-query.ts'
import type { FarPosition } from './far-position.ts'
import * as plain from './plain-requests.ts'
import { searchGroups } from './search-queries.ts'
import { countCap, leastReviews, leastViews, reviewsWanted, soughtWord } from './wanted.ts'

const parameters = (...parts: readonly string[]): string => parts.join('&')

const newest = parameters('fields[0]=title', 'sort=id:desc', 'pagination[withCount]=false')
const reviewPage = parameters(
  'populate[reviews][fields][0]=stars',
  `populate[reviews][pagination][limit]=${reviewsWanted}`,
)
const newestReviews = parameters(
  reviewPage,
  'populate[reviews][sort]=createdAt:desc',
  'populate[reviews][pagination][withCount]=true',
)

/** Everything related through these attributes, three relations deep. */
const deep = [
  ...['deep', '3', '-reviewer', '-article.categories', '-article.tags', '-article.related', '-article.relatedFrom'],
  ...['-article.links', '-article.sections', '-article.seo'],
].join(',')

/** The same, written out. */
const author = 'populate[article][populate][author][populate]'
const writtenOut = parameters(
  'populate[article][populate][cover]=true',
  'populate[article][populate][gallery]=true',
  ...['avatar', 'address'].flatMap((name) => [
    `${author}[${name}]=true`,
    `${author}[mentor][populate][${name}]=true`,
    `${author}[mentees][populate][${name}]=true`,
  ]),
)

const popular = `filters[views][$gt]=${leastViews}`
const facets = parameters('pagination[withCount][by][0]=format', 'pagination[withCount][by][1]=categories.slug')

const byTitle = 'sort[0]=title&sort[1]=id'
const cursorPage = (cursor: string): string =>
  `/api/articles?${byTitle}&pagination[limit]=25&pagination[start][after]=${cursor}`
const beyondPosition = ({ title, id }: FarPosition): string =>
  parameters(
    `filters[$or][0][title][$gt]=${encodeURIComponent(title)}`,
    `filters[$or][1][$and][0][title][$eq]=${encodeURIComponent(title)}`,
    `filters[$or][1][$and][1][id][$gt]=${id}`,
  )

const withWord = `/api/articles?filters[summary][$contains]=${soughtWord}`

const sameInStrapi = (name: string, path: string): BeyondQuery => ({ name, path, plain: plain.sameRequest(path) })

export const beyondGroups = (scale: number, position: FarPosition): readonly QueryGroup[] => [
  [
    {
      name: 'nested-page',
      path: `/api/articles?${newest}&${reviewPage}`,
      plain: plain.pagesOfReviews(`/api/articles?${newest}`, 'sort=id', false),
    },
  ],
  [
    {
      name: 'nested-newest',
      path: `/api/articles?${newest}&${newestReviews}`,
      plain: plain.pagesOfReviews(`/api/articles?${newest}`, 'sort[0]=createdAt:desc&sort[1]=id', true),
    },
  ],
  [{ name: 'every', path: '/api/articles?filters[reviews][$every][approved]=true', plain: plain.everyApproved }],
  [
    {
      name: 'count',
      path: `/api/articles?filters[reviews][$count][$gte]=${leastReviews}`,
      plain: plain.manyReviews(leastReviews),
    },
  ],
  [
    {
      name: 'deep-3',
      path: `/api/reviews?populate=${deep}`,
      plain: plain.sameRequest(`/api/reviews?${writtenOut}`),
    },
  ],
  [{ name: 'facets', path: `/api/articles?${popular}&${facets}`, plain: plain.countsByValue(popular) }],
  [
    {
      name: 'cursor-first',
      path: cursorPage(''),
      plain: plain.pageFrom(`/api/articles?${byTitle}`, true),
    },
    {
      name: 'cursor-far',
      path: cursorPage(position.cursor),
      plain: plain.pageFrom(`/api/articles?${beyondPosition(position)}&${byTitle}`, false),
    },
    sameInStrapi(
      'offset-far',
      `/api/articles?${byTitle}&pagination[page]=${farPage(scale)}&pagination[pageSize]=25&pagination[withCount]=false`,
    ),
  ],
  [
    sameInStrapi('total-exact', withWord),
    {
      name: 'total-capped',
      path: `${withWord}&pagination[withCount]=capped`,
      plain: plain.cappedTotal(withWord, countCap),
    },
  ],
  ...searchGroups,
]

const nowhere: FarPosition = { title: '', id: 0, cursor: '' }

export const beyondNames: readonly string[] = beyondGroups(1, nowhere).flatMap((group) => group.map(({ name }) => name))

/** Refuses names of `--only` that do not exist. */
export const checkBeyondNames = (only: readonly string[]): void => {
  const unknown = only.find((name) => !beyondNames.includes(name))
  if (unknown !== undefined)
    throw new Error(`There is no query "${unknown}"; with --beyond, --only takes: ${beyondNames.join(', ')}.`)
}
