import type { State } from '../options.ts'

export const stateTitles: Readonly<Record<State, string>> = {
  'as-is': 'The database as it is',
  indexed: 'With what Lectern adds',
}
