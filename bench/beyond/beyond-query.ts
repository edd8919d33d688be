import type { PlainClient } from './plain-requests.ts'

/** Results that Strapi has no request for. */
export type BeyondQuery = {
  readonly name: string
  readonly path: string
  /** How a client of Strapi gets the same data; null if it cannot. */
  readonly plain: PlainClient | null
  /** A plain request that must give the same response from Lectern. */
  readonly same?: string
  /** Whether it needs a full-text index, which a database of Strapi has only when it was adopted. */
  readonly searched?: true
}

/** Queries of a group are measured in turn, because they are also compared with each other. */
export type QueryGroup = readonly BeyondQuery[]
