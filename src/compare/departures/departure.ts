import type { Facts } from './facts.ts'

/** A departure from Strapi that a read can meet. */
export interface Departure {
  /** The title of its section in docs/compatibility.md. */
  readonly section: string
  /** The two cells of its row there. */
  readonly strapi: string
  readonly lectern: string
  /** Whether only malformed requests meet it. */
  readonly odd?: true
  /** Whether requests to this project can meet it. */
  meets(facts: Facts): boolean
}
