import { isDeepStrictEqual } from 'node:util'
import type { Server } from '../peers/start-server.ts'

export type Request = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** As JSON; documents are named as `Pair` names them. */
  readonly body?: object
  /**
   * How much of the responses must be the same, where databases may differ: `total` is status and number of entries.
   */
  readonly alike: 'all' | 'total' | 'nothing'
}

type Answer = { readonly status: number; readonly body: unknown; readonly documentId: string | null }

/** The same project on two databases: each request goes to both, and the responses must be the same. */
export type Pair = {
  /** What is wrong, in a sentence, or null. */
  send(request: Request): Promise<string | null>
  /** The name of the document that the last request made, if it made one. */
  made(): string | null
}

/** No response within this counts as a hang. */
const timeLimit = 60_000

const documentName = /document-\d+-/g
/** Document ids in responses, which the servers generate. */
const documentId = /\b[a-z][a-z0-9]{23}\b/g
const time = /"\d{4}-\d\d-\d\dT[\d:.]+Z"/g
const rowId = /"id":\d+/g
const toldId = /with id \d+/g
/** Where an entry was to stand, in messages about connecting; the JSON stands in a text. */
const toldPosition = /\{\\"(before|after)\\":\d+\}/g

const ask = async ({ origin }: Server, request: Request, own: (text: string) => string): Promise<Response> =>
  fetch(origin + own(request.path), {
    method: request.method,
    headers: { 'content-type': 'application/json', ...request.headers },
    ...(request.body === undefined ? {} : { body: own(JSON.stringify(request.body)) }),
    signal: AbortSignal.timeout(timeLimit),
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** One side: its own ids, and what both sides call them. */
const sideOf = (server: Server) => {
  const ids = new Map<string, string>()
  const names = new Map<string, string>()
  return {
    learn: (name: string, id: string): void => {
      ids.set(name, id)
      names.set(id, name)
    },
    send: async (request: Request): Promise<Answer> => {
      const response = await ask(server, request, (text) => text.replace(documentName, (name) => ids.get(name) ?? name))
      const text = await response.text()
      const plain = text
        .replace(documentId, (id) => names.get(id) ?? 'an id')
        .replace(time, '"a time"')
        .replace(rowId, '"id":0')
        .replace(toldId, 'with id 0')
        .replace(toldPosition, '$1 an entry')
      const made = parsed(text) as { data?: { documentId?: unknown } | null } | null
      const id = made?.data?.documentId
      return { status: response.status, body: parsed(plain), documentId: typeof id === 'string' ? id : null }
    },
  }
}

const totalOf = (body: unknown): unknown =>
  (body as { meta?: { pagination?: { total?: unknown } } } | null)?.meta?.pagination?.total

const compared = ({ status, body }: Answer, alike: Request['alike']): unknown => {
  if (alike === 'all') return { status, body }
  if (alike === 'nothing') return null
  return status === 200 ? { status, total: totalOf(body) } : { status }
}

const shown = (answer: Answer): string => `${answer.status} ${JSON.stringify(answer.body).slice(0, 600)}`

export const pairOf = (sqlite: Server, postgres: Server): Pair => {
  const [left, right] = [sideOf(sqlite), sideOf(postgres)]
  let documents = 0
  let made: string | null = null

  const learn = (one: Answer, other: Answer): void => {
    if (one.documentId === null || other.documentId === null) return
    documents += 1
    made = `document-${documents}-`
    left.learn(made, one.documentId)
    right.learn(made, other.documentId)
  }

  const difference = (request: Request, one: Answer, other: Answer): string | null => {
    if (one.status < 500 && other.status < 500) {
      if (isDeepStrictEqual(compared(one, request.alike), compared(other, request.alike))) return null
    }
    return `SQLite ${shown(one)}\nPostgreSQL ${shown(other)}`
  }

  return {
    made: () => made,
    send: async (request) => {
      made = null
      const asked = `${request.method} ${request.path} ${JSON.stringify(request.body) ?? ''}`
      try {
        const [one, other] = await Promise.all([left.send(request), right.send(request)])
        const creates = request.method === 'POST' && one.status === 201 && other.status === 201
        if (creates) learn(one, other)
        // What was made has names on both sides only now.
        const found = creates ? null : difference(request, one, other)
        return found === null ? null : `${asked}\n${found}`
      } catch (error) {
        return `${asked}\nno answer: ${String(error)}${error instanceof Error && error.cause ? ` (${String(error.cause)})` : ''}`
      }
    },
  }
}
