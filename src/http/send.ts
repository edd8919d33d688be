/** A response → the socket. */

import { type FileHandle, open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { ApiError } from '../errors/api-error.ts'
import { byteLength, bytesOf as encoded, type Part, partsOf } from '../request/body.ts'
import type { FileSlice, HttpRequest, HttpResponse } from '../request/http-request.ts'

/** Before the response begins: a file can be deleted at any time. Null where no bytes of a file are to be sent. */
export async function openFile({ method }: HttpRequest, { file }: HttpResponse): Promise<FileHandle | null> {
  if (file === undefined || file.length === 0 || method === 'HEAD') return null
  try {
    return await open(file.path)
  } catch (cause) {
    throw new ApiError('ROUTE_UNKNOWN', { cause })
  }
}

function isBodiless({ status }: HttpResponse): boolean {
  return status === 204 || status === 304
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-8.6. The length of a streamed body is not known. */
export function hasNoLength(response: HttpResponse): boolean {
  return isBodiless(response) || response.stream !== undefined
}

export function bytesOf({ body, file }: HttpResponse, bytes: Buffer | null): number {
  return file?.length ?? bytes?.length ?? byteLength(body)
}

export interface Outgoing {
  readonly response: HttpResponse
  readonly head: readonly string[]
  /** Null: the body of the response. */
  readonly bytes: Buffer | null
  readonly opened: FileHandle | null
}

/** Returns a function that tells how many bytes the client has not read yet. */
export function send(to: ServerResponse, { response, head, bytes, opened }: Outgoing): () => number {
  to.writeHead(response.status, head as string[])
  const { file, body } = response
  if (file !== undefined && opened !== null) return sendFile(to, file, opened)
  if (file === undefined && !isBodiless(response) && to.req.method !== 'HEAD')
    return sendParts(to, partsOf(bytes ?? body))
  to.end()
  return () => 0
}

/**
 * Streams the file. When the client leaves, or the file becomes shorter, the connection is closed: an error cannot be
 * sent any more.
 */
function sendFile(to: ServerResponse, { start, length }: FileSlice, opened: FileHandle): () => number {
  const content = opened.createReadStream({ start, end: start + length - 1 })
  // Otherwise the client would wait for the rest on a connection that stays open.
  content.once('end', () => {
    if (content.bytesRead < length) to.destroy()
  })
  pipeline(content, to, () => undefined)
  return () => 0
}

/** Characters or bytes of one write. */
const PIECE = 64 * 1024

/** For a response this short, joining its parts takes less time than writing each. */
const SHORT = 8 * 1024

function sendParts(to: ServerResponse, parts: readonly Part[]): () => number {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length > PIECE) return sendInPieces(to, parts)
  return sendAtOnce(to, length <= SHORT ? [encoded(parts)] : parts)
}

function sendAtOnce(to: ServerResponse, parts: readonly Part[]): () => number {
  // One write for all of them.
  to.cork()
  for (const part of parts.slice(0, -1)) to.write(part)
  to.end(parts.at(-1))
  to.uncork()
  return () => to.socket?.writableLength ?? 0
}

/** Node does not report how much of a single write the client has read. */
function sendInPieces(to: ServerResponse, parts: readonly Part[]): () => number {
  const pieces = parts.flatMap((part) => piecesOf(encoded(part)))
  let left = pieces.reduce((sum, { length }) => sum + length, 0)
  const handOver = (): void => {
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      left -= piece.length
      if (pieces.length === 0) to.end(piece)
      else if (!to.write(piece)) {
        to.once('drain', handOver)
        return
      }
    }
  }
  // The first piece may be short: it goes together with the next one.
  to.cork()
  handOver()
  to.uncork()
  return () => left + (to.socket?.writableLength ?? 0)
}

function piecesOf(bytes: Buffer): readonly Buffer[] {
  const pieces: Buffer[] = []
  for (let start = 0; start < bytes.length; start += PIECE) pieces.push(bytes.subarray(start, start + PIECE))
  return pieces
}
