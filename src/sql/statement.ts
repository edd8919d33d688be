/** A finished statement. Same text, same plan: the text is the key for prepared statements. */
export interface Statement {
  readonly text: string
  readonly values: readonly SqlValue[]
}

export type SqlValue = string | number | bigint | null
