export type BenchQuery = { readonly name: string; readonly path: string }

const publishedPerCopy = 93
const pageSize = 25

/** Page 1,000 where the database has that many, else its last full page: an empty answer measures nothing. */
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

export const queriesFor = (scale: number): readonly BenchQuery[] => [
  { name: 'list', path: '/api/articles' },
  { name: 'two-fields', path: '/api/articles?fields[0]=title&fields[1]=views' },
  {
    name: 'filter-sort',
    path: '/api/articles?filters[views][$gt]=1000&filters[featured][$eq]=true&sort[0]=publishDay:desc&sort[1]=score',
  },
  { name: 'populate-all', path: '/api/articles?populate=*' },
  {
    name: 'two-relations',
    path: '/api/articles?populate[author][fields][0]=name&populate[categories][fields][0]=name',
  },
  { name: 'deep-populate', path: `/api/articles?${deepPopulate}` },
  {
    name: 'filter-two-relations',
    path: '/api/articles?filters[author][name][$contains]=Canyon&filters[categories][weight][$gt]=50',
  },
  {
    name: 'or-across-relation',
    path: '/api/articles?filters[$or][0][title][$contains]=Canyon&filters[$or][1][author][name][$contains]=Canyon',
  },
  { name: 'far-page', path: `/api/articles?sort=title&pagination[page]=${farPage(scale)}&pagination[pageSize]=25` },
  { name: 'reviews', path: '/api/reviews?populate[article][populate][author][fields][0]=name' },
]
