import type { Facts } from './facts.ts'

/** A departure from Strapi that a read can meet. */
export interface Departure {
  /** Title of the section in docs/compatibility.md. */
  readonly section: string
  /** Both cells of its row there. */
  readonly strapi: string
  readonly lectern: string
  /** Whether only requests with mistakes meet it. */
  readonly odd?: true
  /** Whether a project can meet it at all. */
  meets(facts: Facts): boolean
}
