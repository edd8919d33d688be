const rest = 'sort=id&pagination[limit]=10&pagination[withCount]=false'

/** One page of ten entries with two relations, from an id on: each number is another URL of the same shape. */
export const withValue = (number: number): string =>
  `/api/articles?filters[id][$gt]=${number}&populate[author][fields][0]=name&populate[categories][fields][0]=name&${rest}`

const fields = [
  'title',
  'slug',
  'views',
  'score',
  'featured',
  'publishDay',
  'summary',
  'createdAt',
  'updatedAt',
  'locale',
]
const relations = ['author', 'categories', 'reviews']

const chosenBy = (bits: number, names: readonly string[]): readonly string[] =>
  names.filter((_, bit) => (bits & (1 << bit)) !== 0)

/** How many shapes there are: subsets of the fields, each with a subset of the relations. */
export const shapeCount = 1 << (fields.length + relations.length)

/** Another choice of fields and relations for each number below `shapeCount`, and so another statement. */
export const withShape = (number: number): string => {
  const shown = ['documentId', ...chosenBy(number, fields)].map((name, place) => `fields[${place}]=${name}`)
  const populated = chosenBy(number >> fields.length, relations).map((name) => `populate[${name}][fields][0]=id`)
  return `/api/articles?${[...shown, ...populated, rest].join('&')}`
}
