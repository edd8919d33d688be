import { comparable } from '../load/comparable.ts'
import { firstDifference } from '../load/first-difference.ts'
import type { Server } from '../peers/start-server.ts'
import { ask, logIn, type Said } from './ask.ts'
import type { People } from './fill.ts'

/** The responses to every request of every caller, by caller and path. */
export type Record = ReadonlyMap<string, Said>

const callers = async (server: Server, { full, readOnly, custom, user }: People) =>
  new Map<string, string | undefined>([
    ['nobody', undefined],
    ['full-access key', full],
    ['read-only key', readOnly],
    ['custom key', custom],
    ['user', await logIn(server, user.identifier, user.password)],
  ])

export const recordReads = async (server: Server, paths: readonly string[], people: People): Promise<Record> => {
  const record = new Map<string, Said>()
  for (const [caller, key] of await callers(server, people))
    for (const path of paths) record.set(`${caller}: ${path}`, await ask(server, path, { key }))
  return record
}

/** The text of a refusal is Lectern's own; its status is compared. */
const compared = ({ status, text }: Said, components: ReadonlySet<string>): unknown =>
  status === 200 ? { status, body: comparable(text, components) } : { status }

/** One line for each response that differs. `components`: names of attributes that hold components. */
export const differences = (lectern: Record, strapi: Record, components: ReadonlySet<string>): readonly string[] =>
  [...lectern].flatMap(([question, said]) => {
    const other = strapi.get(question) ?? { status: 0, text: '' }
    const found = firstDifference(compared(said, components), compared(other, components))
    return found === undefined ? [] : [`${question}: ${found}`]
  })
