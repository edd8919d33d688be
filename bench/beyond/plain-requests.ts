/** The fewest and cheapest plain Strapi requests that give the same result. */

import { reviewsWanted } from './wanted.ts'

export type Entry = Readonly<Record<string, unknown>> & { readonly id: number }

export type Body = {
  readonly data: readonly Entry[]
  readonly meta: { readonly pagination: Readonly<Record<string, unknown>> & { readonly total?: number } }
}

export type Ask = (path: string) => Promise<Body>

/** Lectern's body, put together from Strapi's. */
export type PlainClient = (ask: Ask) => Promise<unknown>

const pageSize = 25
const largestPage = 100
const uncounted = 'pagination[withCount]=false'

const totalOf = ({ meta }: Body): number => meta.pagination.total ?? Number.NaN

const pageMeta = (total: number) => ({
  pagination: { page: 1, pageSize, pageCount: Math.ceil(total / pageSize), total },
})

export const sameRequest =
  (path: string): PlainClient =>
  (ask) =>
    ask(path)

/** The page, and for each of its entries a request for its reviews: with all of them populated, one entry has 10,000. */
export const pagesOfReviews =
  (list: string, order: string, counted: boolean): PlainClient =>
  async (ask) => {
    const { data, meta } = await ask(list)
    const entries: Entry[] = []
    for (const entry of data) {
      const options = `${order}&fields[0]=stars&pagination[start]=0&pagination[limit]=${reviewsWanted}`
      const reviews = await ask(
        `/api/reviews?filters[article][id][$eq]=${entry.id}&${options}${counted ? '' : `&${uncounted}`}`,
      )
      const shown = reviews.data.map(({ id, documentId, stars }) => ({ id, documentId, stars }))
      entries.push({ ...entry, reviews: counted ? { data: shown, meta: reviews.meta } : shown })
    }
    return { data: entries, meta }
  }

type Reviewed = Entry & { readonly reviews: readonly { readonly approved: boolean | null }[] }

const withoutReviews = ({ reviews: _, ...entry }: Reviewed): Entry => entry

const notApproved = [
  'filters[reviews][$or][0][approved][$eq]=false',
  'filters[reviews][$or][1][$and][0][approved][$null]=true',
  'filters[reviews][$or][1][$and][1][id][$notNull]=true',
].join('&')

/** The total is that of all articles less those with a review that is not approved; the page is looked for from the beginning. */
export const everyApproved: PlainClient = async (ask) => {
  const others = await ask(`/api/articles?${notApproved}&fields[0]=id&pagination[pageSize]=1`)
  const found: Entry[] = []
  let total = Number.NaN
  for (let page = 1; found.length < pageSize; page += 1) {
    const body = await ask(
      `/api/articles?populate[reviews][fields][0]=approved&pagination[page]=${page}&pagination[pageSize]=${2 * pageSize}`,
    )
    total = totalOf(body)
    const approved = (body.data as readonly Reviewed[]).filter((entry) =>
      entry.reviews.every((review) => review.approved === true),
    )
    found.push(...approved.map(withoutReviews))
    if (body.data.length === 0) break
  }
  return { data: found.slice(0, pageSize), meta: pageMeta(total - totalOf(others)) }
}

type Counted = Entry & { readonly reviews: { readonly count: number } }

/** Strapi shows the number of reviews with each article only: all articles are listed, then those of the page are read. */
export const manyReviews =
  (least: number): PlainClient =>
  async (ask) => {
    const ids: number[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { data, meta } = await ask(
        `/api/articles?fields[0]=id&populate[reviews][count]=true&pagination[page]=${page}&pagination[pageSize]=${largestPage}`,
      )
      pages = Number(meta.pagination.pageCount)
      ids.push(...(data as readonly Counted[]).flatMap(({ id, reviews }) => (reviews.count >= least ? [id] : [])))
    }
    const chosen = ids.slice(0, pageSize).map((id, index) => `filters[id][$in][${index}]=${id}`)
    const { data } = await ask(`/api/articles?${chosen.join('&')}&pagination[pageSize]=${pageSize}&${uncounted}`)
    return { data, meta: pageMeta(ids.length) }
  }

const formats = ['news', 'essay', 'interview', 'review']
const mostValues = 20

type Value = { readonly value: string; readonly count: number }

const facetOf = (values: readonly Value[]) => {
  const sorted = values
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
  return { values: sorted.slice(0, mostValues), more: sorted.length > mostValues }
}

/** A request for each value. Values of an enumeration are known, those of a relation have to be listed. */
export const countsByValue =
  (filter: string): PlainClient =>
  async (ask) => {
    const page = await ask(`/api/articles?${filter}`)
    const slugs = await ask(`/api/categories?fields[0]=slug&pagination[pageSize]=${largestPage}&${uncounted}`)
    const count = async (field: string, values: Iterable<string>): Promise<readonly Value[]> => {
      const counted: Value[] = []
      for (const value of values) {
        const found = await ask(
          `/api/articles?${filter}&filters${field}[$eq]=${value}&fields[0]=id&pagination[pageSize]=1`,
        )
        counted.push({ value, count: totalOf(found) })
      }
      return counted
    }
    const format = facetOf(await count('[format]', formats))
    const known = new Set(slugs.data.map(({ slug }) => String(slug)))
    const categories = facetOf(await count('[categories][slug]', known))
    return { data: page.data, meta: { ...page.meta, facets: { format, 'categories.slug': categories } } }
  }

/** One extra entry shows whether there is another page. Strapi has no cursors, so any text is used instead. */
export const pageFrom =
  (path: string, isFirst: boolean): PlainClient =>
  async (ask) => {
    const { data } = await ask(`${path}&pagination[start]=0&pagination[limit]=${pageSize + 1}&${uncounted}`)
    const next = data.length > pageSize ? 'next' : null
    const pagination = { limit: pageSize, next, previous: isFirst ? null : 'previous' }
    return { data: data.slice(0, pageSize), meta: { pagination } }
  }

/** One request finds out whether there is an entry beyond the cap; only without one does another count them all. */
export const cappedTotal =
  (path: string, cap: number): PlainClient =>
  async (ask) => {
    const { data } = await ask(`${path}&${uncounted}`)
    const beyond = await ask(`${path}&fields[0]=id&pagination[start]=${cap}&pagination[limit]=1&${uncounted}`)
    const isCapped = beyond.data.length > 0
    const total = isCapped ? cap : totalOf(await ask(`${path}&fields[0]=id&pagination[pageSize]=1`))
    const { pagination } = pageMeta(total)
    return { data, meta: { pagination: { ...pagination, totalIs: isCapped ? 'atLeast' : 'exact' } } }
  }
