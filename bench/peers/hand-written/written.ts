/** What a person would write for one URL: the entries as JSON texts in order, and the number of all matches. */
export type HandWritten = {
  readonly query: string
  readonly rows: string
  readonly total: string
  /** The same, where the database keeps it. */
  readonly keptTotal: string
  readonly page: number
}

export const pageSize = 25
