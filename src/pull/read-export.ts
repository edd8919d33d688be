/** An export as it arrives: its entries, and the check that it is complete. */

import { errorOf } from '../client/lectern-error.ts'
import { CannotPull } from './cannot-pull.ts'
import { linesOf } from './lines.ts'

export interface Source {
  readonly url: URL
  /** Sent to the server alone, never to another one that it redirects to. */
  readonly token: string | null
  readonly signal: AbortSignal
}

/**
 * Some lines at a time, without their ends. Throws where the last line is missing, or has another total than the entries
 * received.
 */
export async function* readExport(source: Source): AsyncGenerator<readonly string[], void, void> {
  const response = await request(source)
  let total = 0
  let end: End | null = null
  for await (const lines of linesOf(bytesOf(response, () => total, source))) {
    const [last = ''] = lines.slice(-1)
    if (end !== null) throw incomplete('lines follow the one that should be the last')
    end = endIn(last, source.url)
    const entries = end === null ? lines : lines.slice(0, -1)
    total += entries.length
    yield entries
  }
  if (end === null) throw incomplete(`the response ended without its last line (entries so far: ${total})`)
  if (end.total !== total) throw incomplete(`its last line says ${end.total} entries, and it has ${total}`)
}

async function request({ url, token, signal }: Source): Promise<Response> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(url, { headers, signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new CannotPull(`${url.origin} cannot be reached: ${reasonOf(error)}.`)
  })
  if (!response.ok) throw refusal(response, await response.text(), token)
  const type = response.headers.get('content-type') ?? 'no type'
  if (type.startsWith('application/x-ndjson')) return response
  await response.body?.cancel()
  throw new CannotPull(`${place(response)} is not an export: the response is ${type}, not application/x-ndjson.`)
}

function refusal(response: Response, body: string, token: string | null): CannotPull {
  const { status, statusText } = response
  const { message } = errorOf({ method: 'GET', url: response.url, status }, statusText, body)
  const sentence = /[.?!]$/.test(message) ? message : `${message}.`
  return new CannotPull([sentence, ...rightsHint(status, token)].join('\n  '))
}

function rightsHint(status: number, token: string | null): readonly string[] {
  if (status !== 401 && status !== 403) return []
  const which =
    token === null ? 'Set LECTERN_PULL_TOKEN to an API token' : 'The token in LECTERN_PULL_TOKEN must be one'
  return [
    `${which} that may find and export the type: lectern token create NAME --action UID.find --action UID.export.`,
  ]
}

/** A connection error counts as a response that ended early. */
async function* bytesOf(
  { body }: Response,
  total: () => number,
  { signal }: Source,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const chunk of body ?? []) yield chunk
  } catch (error) {
    throw signal.aborted
      ? error
      : incomplete(`the connection ended early (entries so far: ${total()}; ${reasonOf(error)})`)
  }
}

interface End {
  readonly total: number
}

interface LastLine {
  readonly id?: number
  readonly end?: End
  readonly error?: { readonly status: number }
}

/** Null unless it is the last line; throws the error that this may be. */
function endIn(text: string, url: URL): End | null {
  const { id, end, error } = lastLine(text)
  // Entries have an id.
  if (id !== undefined) return null
  if (error === undefined) return end ?? null
  const body = JSON.stringify({ error })
  throw incomplete(errorOf({ method: 'GET', url: url.href, status: error.status }, '', body).message)
}

/** Most lines are not the last one, and need not be parsed. */
function lastLine(text: string): LastLine {
  if (!/^\{"(?:end|error)":/.test(text)) return {}
  try {
    return JSON.parse(text) as LastLine
  } catch {
    return {}
  }
}

const incomplete = (why: string) => new CannotPull(`The export is not complete: ${why}.`)

const place = ({ url }: Response) => url.replace(/\?.*$/s, '')

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
