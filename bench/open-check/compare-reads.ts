import { firstDifference } from '../load/first-difference.ts'
import type { Server } from '../peers/start-server.ts'
import { ask, logIn, type Said } from './ask.ts'
import type { People } from './fill.ts'

/** Everybody's answers to everything, by caller and path. */
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

const withoutDocumentId = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutDocumentId)
  if (typeof value !== 'object' || value === null) return value
  const { documentId: _, ...others } = value as { readonly documentId?: string }
  return others
}

/** Lectern's components have a `documentId`, those of Strapi have none. What a refusal says is Lectern's own. */
const compared = ({ status, body }: Said, components: ReadonlySet<string>): unknown => {
  if (status !== 200) return { status }
  const bare = (name: string, value: unknown) => (components.has(name) ? withoutDocumentId(value) : value)
  return { status, body: JSON.parse(JSON.stringify(body), bare) as unknown }
}

/** One line for each answer that differs. `components`: names of attributes that hold components. */
export const differences = (lectern: Record, strapi: Record, components: ReadonlySet<string>): readonly string[] =>
  [...lectern].flatMap(([question, said]) => {
    const other = strapi.get(question) ?? { status: 0, body: null }
    const found = firstDifference(compared(said, components), compared(other, components))
    return found === undefined ? [] : [`${question}: ${found}`]
  })
