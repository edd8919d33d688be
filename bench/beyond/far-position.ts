import { farPage } from '../queries.ts'

/** The last entry before the far page, in the order of titles. */
export type FarPosition = { readonly title: string; readonly id: number; readonly cursor: string }

type Titled = { readonly title: string; readonly id: number }

export type TitledPage = {
  readonly data: readonly Titled[]
  readonly meta: { readonly pagination: { readonly next?: string | null } }
}

const byTitle = 'fields[0]=title&sort[0]=title&sort[1]=id'

/** A cursor is valid with any filter, so it is taken from a list of only the two entries around it. */
export const findFarPosition = async (
  ask: (path: string) => Promise<TitledPage>,
  scale: number,
): Promise<FarPosition> => {
  const before = (farPage(scale) - 1) * 25 - 1
  const { data } = await ask(`/api/articles?${byTitle}&pagination[start]=${before}&pagination[limit]=2`)
  const [last, next] = data
  if (last === undefined || next === undefined) throw new Error(`There is no page ${farPage(scale)} of articles.`)
  const both = `filters[id][$in][0]=${last.id}&filters[id][$in][1]=${next.id}`
  const { meta } = await ask(`/api/articles?${both}&${byTitle}&pagination[limit]=1&pagination[start][after]=`)
  const { next: cursor } = meta.pagination
  if (typeof cursor !== 'string') throw new Error('A page by cursor has no cursor of the next page.')
  return { title: last.title, id: last.id, cursor }
}
