import { isDeepStrictEqual } from 'node:util'
import type { Server } from '../peers/start-server.ts'
import { askerOf, type Heard, type Sent } from './ask.ts'

export type Request = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** As JSON; documents are named as `Pair` names them. */
  readonly body?: object
  /** A query in the body, as a query string. */
  readonly form?: string
  /**
   * How much of the responses must be the same, where databases may differ: `total` is status and number of entries.
   */
  readonly alike: 'all' | 'total' | 'nothing'
}

/** `plain`: without the values that differ between the two sides. */
type Answer = Heard & { plain(): string }

/** The same project on two databases: each request goes to both, and the responses must be the same. */
export type Pair = {
  /** A sentence about the difference, or null. */
  send(request: Request): Promise<string | null>
  /** The name of the document that the last request made, if it made one. */
  made(): string | null
}

const documentName = /document-\d+-/g
/** Document ids in responses, which the servers generate. */
const documentId = /\b[a-z][a-z0-9]{23}\b/g
const time = /"\d{4}-\d\d-\d\dT[\d:.]+Z"/g
const rowId = /"id":\d+/g
const toldId = /with id \d+/g
/** In the last line of an export. */
const revision = /"revision":(null|"[^"]*")/g
/** The position of an entry, in error messages about `connect`: JSON inside a string. */
const toldPosition = /\{\\"(before|after)\\":\d+\}/g

const sentOf = (request: Request, own: (text: string) => string): Sent => {
  const { method, path, headers, form, body = form } = request
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    method,
    path: own(path),
    headers: { 'content-type': type, ...headers },
    ...(body === undefined ? {} : { body: own(typeof body === 'string' ? body : JSON.stringify(body)) }),
  }
}

/** JSON, lines of JSON, or otherwise the text itself. */
const parsed = (text: string): unknown => valueIn(text) ?? linesIn(text) ?? text

const valueIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const linesIn = (text: string): readonly unknown[] | undefined => {
  const lines = text.trimEnd().split('\n').map(valueIn)
  return lines.includes(undefined) ? undefined : lines
}

/** One side: maps its own ids to names that both sides share. */
const sideOf = ({ origin }: Server) => {
  const ids = new Map<string, string>()
  const names = new Map<string, string>()
  const ask = askerOf(origin)
  const ownOf = (text: string): string => text.replace(documentName, (name) => ids.get(name) ?? name)
  const plainOf = (text: string): string =>
    text
      .replace(documentId, (id) => names.get(id) ?? 'an id')
      .replace(time, '"a time"')
      .replace(rowId, '"id":0')
      .replace(toldId, 'with id 0')
      .replace(revision, '"revision":0')
      .replace(toldPosition, '$1 an entry')
  return {
    learn: (name: string, id: string): void => {
      ids.set(name, id)
      names.set(id, name)
    },
    send: async (request: Request): Promise<Answer> => {
      const heard = await ask(sentOf(request, ownOf))
      return { ...heard, plain: () => plainOf(heard.text) }
    },
  }
}

const documentIn = ({ text }: Answer): string | null => {
  const made = parsed(text) as { data?: { documentId?: unknown } | null } | null
  const id = made?.data?.documentId
  return typeof id === 'string' ? id : null
}

const totalOf = (body: unknown): unknown =>
  (body as { meta?: { pagination?: { total?: unknown } } } | null)?.meta?.pagination?.total

/** Most bodies are equal as strings, and are not parsed. */
const areAlike = (one: Answer, other: Answer, alike: Request['alike']): boolean => {
  if (alike === 'nothing') return true
  if (one.status !== other.status) return false
  if (one.text === other.text || (alike === 'total' && one.status !== 200)) return true
  const [plain, otherPlain] = [one.plain(), other.plain()]
  if (plain === otherPlain) return true
  const [body, otherBody] = [parsed(plain), parsed(otherPlain)]
  return alike === 'total' ? totalOf(body) === totalOf(otherBody) : isDeepStrictEqual(body, otherBody)
}

const shown = (answer: Answer): string => `${answer.status} ${JSON.stringify(parsed(answer.plain())).slice(0, 600)}`

export const pairOf = (sqlite: Server, postgres: Server): Pair => {
  const [left, right] = [sideOf(sqlite), sideOf(postgres)]
  let documents = 0
  let made: string | null = null

  const learn = (one: string | null, other: string | null): void => {
    if (one === null || other === null) return
    documents += 1
    made = `document-${documents}-`
    left.learn(made, one)
    right.learn(made, other)
  }

  const difference = ({ alike }: Request, one: Answer, other: Answer): string | null => {
    const isFine = one.status < 500 && other.status < 500 && areAlike(one, other, alike)
    return isFine ? null : `SQLite ${shown(one)}\nPostgreSQL ${shown(other)}`
  }

  return {
    made: () => made,
    send: async (request) => {
      made = null
      const asked = `${request.method} ${request.path} ${request.form ?? JSON.stringify(request.body) ?? ''}`
      try {
        const [one, other] = await Promise.all([left.send(request), right.send(request)])
        const creates = request.method === 'POST' && one.status === 201 && other.status === 201
        if (creates) learn(documentIn(one), documentIn(other))
        // New documents have shared names only from here on.
        const found = creates ? null : difference(request, one, other)
        return found === null ? null : `${asked}\n${found}`
      } catch (error) {
        return `${asked}\nno answer: ${String(error)}${error instanceof Error && error.cause ? ` (${String(error.cause)})` : ''}`
      }
    },
  }
}
