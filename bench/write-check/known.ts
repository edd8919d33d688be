import type { Said } from '../open-check/ask.ts'

export type Outcome = { readonly body: string; readonly lectern: Said; readonly strapi: Said }

type Known = {
  /** A row of docs/compatibility.md. */
  readonly row: string
  isMet(outcome: Outcome): boolean
}

const isRefused = ({ status }: Said): boolean => status >= 400 && status < 500
const isDone = ({ status }: Said): boolean => status < 300

const holds = (body: string, pattern: RegExp): boolean => pattern.test(body)

/** Intended differences. Any other is a bug of one side. */
export const known: readonly Known[] = [
  {
    row: 'which of several mistakes is reported first',
    isMet: ({ lectern, strapi }) => isRefused(lectern) && isRefused(strapi),
  },
  { row: '500 on some bodies', isMet: ({ lectern, strapi }) => isRefused(lectern) && strapi.status >= 500 },
  {
    row: '`{}` empties a media field',
    isMet: ({ body, lectern, strapi }) => isDone(lectern) && isDone(strapi) && holds(body, /:\{\}/),
  },
  {
    row: '`true` and `false` in a JSON field become 1 and 0 on SQLite',
    isMet: ({ body, lectern, strapi }) => isDone(lectern) && isDone(strapi) && holds(body, /metadata":(true|false)/),
  },
  {
    row: 'a text or an object in a rich text of blocks becomes null',
    isMet: ({ body, lectern, strapi }) => isRefused(lectern) && isDone(strapi) && holds(body, /"content":("x"|\{\})/),
  },
]

export const knownRow = (outcome: Outcome): string | undefined => known.find(({ isMet }) => isMet(outcome))?.row
