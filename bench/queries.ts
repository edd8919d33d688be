export type BenchQuery = { readonly name: string; readonly path: string }

const publishedPerCopy = 93
const pageSize = 25

/** Page 1,000 where the database has that many, else its last full page: an empty response measures nothing. */
export const farPage = (scale: number): number => Math.min(1_000, Math.floor((publishedPerCopy * scale) / pageSize))

const parameters = (...parts: readonly string[]): string => parts.join('&')

const deepPopulate = parameters(
  'populate[author][populate][avatar]=true',
  'populate[categories]=true',
  'populate[seo][populate][social]=true',
  'populate[sections][on][blocks.hero][populate][background]=true',
  'populate[sections][on][blocks.hero][populate][cta][populate][target][fields][0]=title',
  'populate[sections][on][blocks.quote][populate][by][populate][avatar]=true',
  'populate[sections][on][blocks.gallery][populate][images]=true',
  'populate[sections][on][blocks.cta][populate][links]=true',
  'populate[sections][on][blocks.cta][populate][articles][fields][0]=title',
)

// Each copy has the same titles: without the id as the last sort key, ties may be broken differently.
const filterAndSort = parameters(
  'filters[views][$gt]=1000',
  'filters[featured][$eq]=true',
  'sort[0]=publishDay:desc',
  'sort[1]=score',
  'sort[2]=id',
)

const throughRelations = parameters('filters[author][name][$contains]=Canyon', 'filters[categories][weight][$gt]=50')

// "Sure" and "Canyon" occur in one spelling only, because Strapi ignores case on SQLite.
const acrossRelation = parameters(
  'filters[$or][0][title][$contains]=Sure',
  'filters[$or][1][author][name][$contains]=Canyon',
)

export const queriesFor = (scale: number): readonly BenchQuery[] => [
  { name: 'list', path: '/api/articles' },
  { name: 'two-fields', path: '/api/articles?fields[0]=title&fields[1]=views' },
  { name: 'filter-sort', path: `/api/articles?${filterAndSort}` },
  { name: 'populate-all', path: '/api/articles?populate=*' },
  {
    name: 'two-relations',
    path: '/api/articles?populate[author][fields][0]=name&populate[categories][fields][0]=name',
  },
  { name: 'deep-populate', path: `/api/articles?${deepPopulate}` },
  { name: 'filter-relations', path: `/api/articles?${throughRelations}` },
  { name: 'or-relation', path: `/api/articles?${acrossRelation}` },
  {
    name: 'far-page',
    path: `/api/articles?sort[0]=title&sort[1]=id&pagination[page]=${farPage(scale)}&pagination[pageSize]=${pageSize}`,
  },
  { name: 'reviews', path: '/api/reviews?populate[article][populate][author][fields][0]=name' },
]

/** The queries that `--only` names, or all. */
export const chosenQueries = (scale: number, only: readonly string[]): readonly BenchQuery[] => {
  const queries = queriesFor(scale)
  const unknown = only.find((name) => !queries.some((query) => query.name === name))
  if (unknown !== undefined)
    throw new Error(`There is no query "${unknown}"; --only takes: ${queries.map((query) => query.name).join(', ')}.`)
  return only.length === 0 ? queries : queries.filter((query) => only.includes(query.name))
}
