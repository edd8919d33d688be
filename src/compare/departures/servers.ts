import type { Ask } from '../answer.ts'

export interface Servers {
  readonly strapi: Ask
  readonly lectern: Ask
}
