/** Hand-written SQL for one URL: the entries as JSON texts in order, and the number of all matches. */
export type HandWritten = {
  readonly query: string
  readonly rows: string
  readonly total: string
  /** The same, where the database keeps it. */
  readonly keptTotal: string
  readonly page: number
}

export const pageSize = 25

export const published = `published_at is not null and locale = 'en'`

/** The fields of a page that is cut on ids alone, so that JSON is made for 25 rows and not for all that are sorted. */
export const cutFirst = (object: string, cut: string, order: string): string =>
  `select ${object} from (${cut}) p join articles a on a.id = p.id order by ${order}`

/** The path of a query of `--beyond`: Lectern's own URLs contain its cursors. */
export const beyondPath = (name: string): string => `/beyond/${name}`
